import { lookup } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isNearHost, isPublicAddress, placeOf } from '#shared/std/host-place.ts'
import { type Absent, type Carried, type Failed, failed, type Outcome } from './adapter.ts'

export interface Exchange {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  /** Sent as JSON; a string goes as it is. */
  body?: unknown
  /** Of the client, PEM. */
  certificate?: { cert: string; key: string } | undefined
}

export interface Answer {
  status: number
  /** Parsed when it is JSON, else the text. */
  body: unknown
  /** What the server asks to wait, where it says so in seconds; else 0. */
  retryAfterMs: number
}

/** The request was never delivered. */
export class Unreachable extends Error {}
/** The request may have been delivered; no whole answer came. */
export class Unanswered extends Error {}

/** How long a provider may take, in milliseconds. */
export const PATIENCE_MS = 30_000
const MOST_BYTES = 4 * 1024 * 1024
const NEVER_DELIVERED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/** One request over HTTP. Redirects are not followed: what is sent has credentials. Throws Unreachable and Unanswered. */
export function exchange(
  { method, url, headers = {}, body, certificate }: Exchange,
  patienceMs = PATIENCE_MS,
): Promise<Answer> {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const { protocol, hostname } = new URL(url)
  const request = protocol === 'http:' ? httpRequest : httpsRequest
  return new Promise((resolve, reject) => {
    // Addresses are not resolved. One that was set before it was refused is not called.
    if (placeOf(hostname) === 'nowhere') throw new Unreachable(`${hostname} cannot be called`)
    const sent = request(
      url,
      {
        method,
        headers: {
          Accept: 'application/json',
          ...(text === undefined
            ? {}
            : {
                'Content-Type': 'application/json; charset=utf-8',
                'Content-Length': String(Buffer.byteLength(text)),
              }),
          ...headers,
        },
        ...certificate,
        lookup: publicLookup,
        signal: AbortSignal.timeout(patienceMs),
      },
      (response) => {
        const chunks: Buffer[] = []
        let size = 0
        response.on('data', (chunk: Buffer) => {
          size += chunk.byteLength
          if (size > MOST_BYTES) response.destroy(new Error('the answer is too long'))
          else chunks.push(chunk)
        })
        response.on('error', (error) => reject(new Unanswered(error.message, { cause: error })))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: parsed(Buffer.concat(chunks).toString('utf8')),
            retryAfterMs: (Number(response.headers['retry-after']) || 0) * 1000,
          }),
        )
      },
    )
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const Kind = NEVER_DELIVERED.has(error.code ?? '') ? Unreachable : Unanswered
      reject(new Kind(error.message, { cause: error }))
    })
    sent.end(text)
  })
}

/**
 * A name that stands in the public DNS leads to a public address: nobody reaches the hub's own network with the name of a
 * provider. Addresses and names of a private network are refused where they are set (shared/contracts/called-address.ts).
 */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, options, (error, address: string | { address: string }[], family) => {
    const addresses = typeof address === 'string' ? [address] : (address ?? []).map((each) => each.address)
    if (error || isNearHost(hostname) || addresses.every(isPublicAddress))
      return callback(error, address as string, family)
    callback(
      Object.assign(new Error(`${hostname} is an address of a private network`), { code: 'ENOTFOUND' }),
      '',
      0,
    )
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** What requests that go wrong on the way mean for a receipt. */
export async function outcomeOf<T extends Outcome | Absent>(ask: () => Promise<T>): Promise<T | Outcome> {
  try {
    return await ask()
  } catch (error) {
    return troubleOf(error)
  }
}

/** What requests that go wrong on the way mean for a cash operation. */
export async function carriedOf(deed: () => Promise<void>): Promise<Carried> {
  try {
    await deed()
    return { state: 'Done' }
  } catch (error) {
    return troubleOf(error)
  }
}

/** Throws what is no trouble of the way. */
function troubleOf(error: unknown): Failed | Extract<Outcome, { state: 'Unknown' }> {
  if (error instanceof Unreachable) return failed('Unreachable', error.message, 'Retry')
  if (error instanceof Unanswered) return { state: 'Unknown', message: error.message }
  if (error instanceof Refused) return error.failure
  throw error
}

/** Before anything was registered: sign-in was refused, or the receipt is past a limit. */
export class Refused extends Error {
  readonly failure: Failed
  constructor(failure: Failed) {
    super(failure.message)
    this.failure = failure
  }
}

/** An answer that says nothing of the receipt: an error of the server, or words that are not of the protocol. */
export const unclear = ({ status, body }: Answer): Outcome => ({
  state: 'Unknown',
  message: `HTTP ${status}: ${(typeof body === 'string' ? body : JSON.stringify(body)).slice(0, 300)}`,
})
