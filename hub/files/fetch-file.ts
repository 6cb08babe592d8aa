import { lookup as resolve } from 'node:dns/promises'
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { isIP } from 'node:net'
import { createGunzip } from 'node:zlib'
import { hasCredentials } from '#shared/contracts/called-address.ts'
import { isPublicAddress } from '#shared/std/host-place.ts'

/**
 * Limits of a fetch on behalf of an organization. Only publicly reachable addresses are allowed
 * (docs/security.md).
 */
export interface FetchLimits {
  maxBytes: number
  /** Time-out of the whole fetch in ms, including redirects. */
  timeoutMs: number
  /** Private addresses that are allowed in tests. */
  allowed: readonly string[]
  /** Allowed hosts. `*.` before a name allows all its subdomains. All hosts are allowed by default. */
  hosts?: readonly string[] | undefined
  /** Headers sent only to the origin of the given address, not to other origins after a redirect. */
  headers?: Readonly<Record<string, string>> | undefined
  signal: AbortSignal
}

/** Reason why a file was not fetched, for display to users. It reveals nothing about the content at the address. */
export class FetchError extends Error {
  /** True when a retry may succeed. */
  readonly isTransient: boolean

  constructor(message: string, isTransient = false) {
    super(message)
    this.isTransient = isTransient
  }
}

const MOST_REDIRECTS = 5

/** Parses an HTTP or HTTPS URL without credentials. Returns undefined for anything else. */
function webAddress(text: string): URL | undefined {
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  return url && isWeb && !hasCredentials(url) ? url : undefined
}

/** Fetches a file. Checks every resolved address, including those of redirects. Throws `FetchError`. */
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

/**
 * Returns an address of the host after checking all its addresses. The connection must use this address,
 * because the name can resolve differently next time.
 */
async function publicAddress({ hostname }: URL, { allowed, hosts }: FetchLimits): Promise<string> {
  if (hosts && !hosts.some((host) => isOneOf(host, hostname)))
    throw new FetchError('is not of a host that the hub may ask')
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const found = isIP(host) ? [host] : (await resolve(host, { all: true })).map(({ address }) => address)
  const [first] = found
  // A single private address rejects the whole name, because its owner may intend to reach it.
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
      // No connection reuse, so that each request connects to the address checked for it.
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

/** Decompresses the body if it is gzipped, which only happens when the request headers allow it. */
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
