import { lookup } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isNearHost, isPublicAddress, placeOf } from '#shared/std/host-place.ts'
import { type Absent, type CashOutcome, type Failed, failed, type Outcome } from './adapter.ts'

export interface Exchange {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  /** Body, sent as JSON. A string is sent unchanged. */
  body?: unknown
  /** Client certificate in PEM format. */
  certificate?: { cert: string; key: string } | undefined
}

export interface Answer {
  status: number
  /** Body, parsed if it is JSON, otherwise text. */
  body: unknown
  /** Wait requested by the server in ms, or 0. */
  retryAfterMs: number
}

/** Thrown when the request was certainly not delivered. */
class Unreachable extends Error {}
/** Thrown when the request may have been delivered but no complete response arrived. */
class Unanswered extends Error {}

/** Time-out of a request to a provider in ms. */
const PATIENCE_MS = 30_000
const MOST_BYTES = 4 * 1024 * 1024
const NEVER_DELIVERED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/**
 * Sends an HTTP request. Does not follow redirects, because the request contains credentials. Throws
 * `Unreachable` and `Unanswered`.
 */
export function exchange(
  { method, url, headers = {}, body, certificate }: Exchange,
  patienceMs = PATIENCE_MS,
): Promise<Answer> {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const { protocol, hostname } = new URL(url)
  const request = protocol === 'http:' ? httpRequest : httpsRequest
  return new Promise((resolve, reject) => {
    // The lookup below does not run for an IP address. A stored setting can have an address that is not
    // allowed any more.
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
          if (size > MOST_BYTES) response.destroy(new Error('the response is too long'))
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
 * Resolves a host name and refuses private addresses for public names, so that a provider's name cannot lead
 * into the hub's own network. Private names and addresses are validated when they are set
 * (shared/contracts/called-address.ts).
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

/** Runs a request for a receipt and converts transport errors to an outcome. */
export async function outcomeOf<T extends Outcome | Absent>(ask: () => Promise<T>): Promise<T | Outcome> {
  try {
    return await ask()
  } catch (error) {
    return troubleOf(error)
  }
}

/** Runs a request for a cash operation and converts transport errors to an outcome. */
export async function cashOutcomeOf(work: () => Promise<void>): Promise<CashOutcome> {
  try {
    await work()
    return { state: 'Done' }
  } catch (error) {
    return troubleOf(error)
  }
}

/** Returns the outcome for a transport error or a refusal. Rethrows other errors. */
function troubleOf(error: unknown): Failed | Extract<Outcome, { state: 'Unknown' }> {
  if (error instanceof Unreachable) return failed('Unreachable', error.message, 'Retry')
  if (error instanceof Unanswered) return { state: 'Unknown', message: error.message }
  if (error instanceof Refused) return error.failure
  throw error
}

/** Thrown before anything was registered, because sign-in failed or the receipt exceeds a limit. */
export class Refused extends Error {
  readonly failure: Failed
  constructor(failure: Failed) {
    super(failure.message)
    this.failure = failure
  }
}

/** Returns the outcome for a response that tells nothing about the receipt: a server error or unexpected content. */
export const unclear = ({ status, body }: Answer): Outcome => ({
  state: 'Unknown',
  message: `HTTP ${status}: ${(typeof body === 'string' ? body : JSON.stringify(body)).slice(0, 300)}`,
})
