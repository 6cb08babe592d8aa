import { lookup as resolve } from 'node:dns/promises'
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { isIP } from 'node:net'
import { createGunzip } from 'node:zlib'
import { hasCredentials } from '#shared/contracts/called-address.ts'
import { isPublicAddress } from '#shared/std/host-place.ts'

/** What is fetched for an organization is fetched from what anybody can reach, and nothing else (docs/security.md). */
export interface FetchLimits {
  maxBytes: number
  /** For all of it, redirects included. */
  timeoutMs: number
  /** Addresses that are not public and may be asked all the same: for tests. */
  allowed: readonly string[]
  /** Hosts that may be asked, `*.` before a name for all below it; left out: all. */
  hosts?: readonly string[] | undefined
  /** Sent to the origin of the address, and not to where it redirects to. */
  headers?: Readonly<Record<string, string>> | undefined
  signal: AbortSignal
}

/** Why a file was not fetched, for people; nothing of what stands behind the address. */
export class FetchError extends Error {
  /** Whether it may work later. */
  readonly isTransient: boolean

  constructor(message: string, isTransient = false) {
    super(message)
    this.isTransient = isTransient
  }
}

const MOST_REDIRECTS = 5

/** The URL as it is asked for; undefined: no web address that may be. */
export function webAddress(text: string): URL | undefined {
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  return url && isWeb && !hasCredentials(url) ? url : undefined
}

/** The body of a GET. Every address is checked after it was resolved, of redirects too. Throws FetchError. */
export async function fetchFile(from: URL, limits: FetchLimits): Promise<Buffer> {
  const timeout = AbortSignal.timeout(limits.timeoutMs)
  const signal = AbortSignal.any([timeout, limits.signal])
  try {
    let url = from
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const headers = url.origin === from.origin ? limits.headers : undefined
      const response = await request(url, await publicAddress(url, limits), { signal, headers })
      const target = redirectOf(response, url)
      if (!target) return await bodyOf(response, limits.maxBytes)
      response.destroy()
      url = target
    }
    throw new FetchError(`redirects more than ${MOST_REDIRECTS} times`)
  } catch (error) {
    if (error instanceof FetchError) throw error
    limits.signal.throwIfAborted()
    throw new FetchError(timeout.aborted ? 'takes too long' : 'cannot be reached', true)
  }
}

/** One of its addresses, to be connected to as it was checked: a name may mean another one the next time it is asked. */
async function publicAddress({ hostname }: URL, { allowed, hosts }: FetchLimits): Promise<string> {
  if (hosts && !hosts.some((host) => isOneOf(host, hostname)))
    throw new FetchError('is not of a host that the hub may ask')
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const found = isIP(host) ? [host] : (await resolve(host, { all: true })).map(({ address }) => address)
  const [first] = found
  // One that is not public condemns the name: its owner means to reach it.
  if (first === undefined || !found.every((address) => isPublicAddress(address) || allowed.includes(address)))
    throw new FetchError('does not stand at a public address')
  return first
}

const isOneOf = (host: string, hostname: string): boolean =>
  host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host

function request(
  url: URL,
  address: string,
  { signal, headers }: Pick<FetchLimits, 'signal' | 'headers'>,
): Promise<IncomingMessage> {
  const get = url.protocol === 'https:' ? getHttps : getHttp
  const family = isIP(address)
  return new Promise((fulfil, reject) => {
    get(url, {
      // No connection is used twice: each goes to the address that was checked for it.
      agent: false,
      signal,
      headers: { Accept: 'image/*', 'Accept-Encoding': 'identity', 'User-Agent': 'Counterfoil', ...headers },
      lookup: (_host, { all }, callback) =>
        all ? callback(null, [{ address, family }]) : callback(null, address, family),
    })
      .on('response', fulfil)
      .on('error', reject)
  })
}

function redirectOf({ statusCode, headers }: IncomingMessage, url: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode ?? 0)) return undefined
  const location = headers.location && URL.parse(headers.location, url)
  const target = location && webAddress(location.href)
  if (!target) throw new FetchError('redirects to no web address')
  return target
}

/** Packed only where the headers ask for it. */
function unpacked(response: IncomingMessage): AsyncIterable<Buffer> {
  if (response.headers['content-encoding'] !== 'gzip') return response
  const gunzip = createGunzip()
  response.on('error', (error) => gunzip.destroy(error))
  return response.pipe(gunzip)
}

async function bodyOf(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const { statusCode = 0 } = response
  try {
    if (statusCode !== 200) {
      const isTransient = statusCode >= 500 || statusCode === 429
      throw new FetchError(`is answered with the status ${statusCode}`, isTransient)
    }
    const tooLarge = new FetchError(`has more than ${maxBytes} bytes`)
    if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of unpacked(response)) {
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    response.destroy()
  }
}
