import { TokenAnswer } from '#shared/contracts/account/auth.ts'
import { must } from '#shared/std/must.ts'
import { deviceRefused, isDeviceRefused, isTokenRefused } from './device-refused.ts'
import { failureOf, HubFailure, type HubFailureKind } from './hub-failure.ts'
import { readLines } from './read-stream.ts'

export interface HubCredential {
  hubUrl: string
  clientId: string
  clientSecret: string
}

export interface HubClientOptions extends HubCredential {
  /** Called for every response that comes from the hub itself. */
  onAnswer?: (response: Response) => void
}

export interface HubRequest {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
  /** Required content type of the response. Null when no content is expected. */
  accept: string | null
  /** Time limit in ms until the response begins. */
  timeoutMs: number
  signal: AbortSignal
}

/** Syntax of a token (RFC 6750, 2.1). */
const BEARER_TOKEN = /^[A-Za-z0-9._~+/-]+=*$/
const TOKEN_TIMEOUT_MS = 15_000
/** Time in ms before expiry at which a token is renewed, so that it does not expire in transit. */
const RENEW_BEFORE_MS = 60_000
/** Maximum delay that the hub, or a server in its place, can request with Retry-After. */
const LONGEST_RETRY_AFTER_MS = 10 * 60_000

/**
 * Client for all requests from the agent to the hub. All methods throw HubFailure, or the reason of an
 * aborted signal.
 */
export class HubClient {
  readonly #options: HubClientOptions
  #token: { value: string; renewAtMs: number } | null = null

  constructor(options: HubClientOptions) {
    this.#options = options
  }

  /** Sends a request as the device. A refused token is renewed once. */
  async send(path: string, request: HubRequest): Promise<Response> {
    const response = await this.#sendWithToken(path, request)
    if (response.status !== 401) return this.#expect(response, request.accept)
    await response.body?.cancel()
    this.#token = null
    return this.#expect(await this.#sendWithToken(path, request), request.accept)
  }

  /** Resolves when the hub responds at all. */
  async ping(timeoutMs: number, signal: AbortSignal): Promise<void> {
    const response = await this.#fetch('/healthz', { accept: 'application/json', timeoutMs, signal })
    if (isForeign(response)) this.#expect(response, 'application/json')
    await response.body?.cancel()
  }

  async #sendWithToken(path: string, request: HubRequest): Promise<Response> {
    const token = await this.#getToken(request.signal)
    return this.#fetch(path, {
      ...request,
      headers: { ...request.headers, Authorization: `Bearer ${token}` },
    })
  }

  async #getToken(signal: AbortSignal): Promise<string> {
    if (this.#token && performance.now() < this.#token.renewAtMs) return this.#token.value
    const { clientId, clientSecret } = this.#options
    const response = await this.#fetch('/~/connect/token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: String(
        new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: clientId,
          client_secret: clientSecret,
        }),
      ),
      accept: 'application/json',
      timeoutMs: TOKEN_TIMEOUT_MS,
      signal,
    })
    if (isTokenRefused(response)) {
      const answer = await readJson(response, TOKEN_TIMEOUT_MS, signal).catch(() => null)
      throw deviceRefused(response, answer)
    }
    this.#expect(response, 'application/json')
    const answer = TokenAnswer.safeParse(await readJson(response, TOKEN_TIMEOUT_MS, signal))
    if (!answer.success || !BEARER_TOKEN.test(answer.data.access_token))
      throw new HubFailure('protocol', 'The hub answered a token request without a token')
    const { access_token, expires_in } = answer.data
    const lifetimeMs = expires_in * 1000
    const renewAtMs = performance.now() + Math.max(lifetimeMs - RENEW_BEFORE_MS, lifetimeMs / 2)
    this.#token = { value: access_token, renewAtMs }
    return access_token
  }

  async #fetch(path: string, request: HubRequest): Promise<Response> {
    const { method = 'GET', headers, body, accept, timeoutMs, signal } = request
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(new DOMException('late', 'TimeoutError')), timeoutMs)
    try {
      const response = await fetch(this.#options.hubUrl + path, {
        method,
        headers: { ...(accept !== null && { Accept: accept }), ...headers },
        ...(body === undefined ? {} : { body }),
        redirect: 'manual',
        signal: AbortSignal.any([signal, late.signal]),
      })
      if (!isForeign(response)) this.#options.onAnswer?.(response)
      return response
    } catch (error) {
      signal.throwIfAborted()
      throw failureOf(error)
    } finally {
      clearTimeout(timer)
    }
  }

  #expect(response: Response, contentType: string | null): Response {
    if (isForeign(response)) {
      const where = response.headers.get('Location') ?? response.headers.get('Content-Type') ?? 'nothing'
      throw this.#failed(response, 'captive_portal', `Another server answers instead of the hub (${where})`)
    }
    if (!response.ok) {
      const kind = kindOf(response.status)
      throw this.#failed(response, kind, `The hub answered with ${response.status}`)
    }
    if (contentType !== null && !response.headers.get('Content-Type')?.startsWith(contentType)) {
      throw this.#failed(response, 'protocol', 'The hub answered with an unexpected content type')
    }
    return response
  }

  #failed(response: Response, kind: HubFailureKind, message: string): HubFailure {
    response.body?.cancel().catch(() => {})
    return new HubFailure(kind, message, { retryAfterMs: retryAfterMs(response), status: response.status })
  }
}

/** Reads a response that is not streamed. A connection that stalls in the middle counts as timed out. */
export async function readJson(
  response: Response,
  idleTimeoutMs: number,
  signal: AbortSignal,
): Promise<unknown> {
  let text = ''
  try {
    for await (const line of readLines(must(response.body), idleTimeoutMs)) text += line.text
    return JSON.parse(text)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof SyntaxError) throw new HubFailure('protocol', 'The hub sent incomplete JSON')
    throw error
  }
}

/**
 * Returns true for a response that is not from the hub. The hub's API neither redirects nor sends HTML, so an
 * HTML page with a success status is a network's login page.
 */
export function isForeign(response: Response): boolean {
  if (response.status >= 300 && response.status < 400) return true
  if (response.status === 511) return true
  return response.ok && /\bhtml\b/i.test(response.headers.get('Content-Type') ?? '')
}

function kindOf(status: number): HubFailureKind {
  if (isDeviceRefused(status)) return 'device_refused'
  if (status === 408) return 'timeout'
  if (status === 413) return 'too_large'
  if (status === 426) return 'agent_too_old'
  if (status === 404 || status === 405) return 'protocol'
  if (status === 429 || (status >= 502 && status <= 504)) return 'unavailable'
  return status >= 500 ? 'server_error' : 'bad_request'
}

function retryAfterMs(response: Response): number | null {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return seconds >= 0 ? Math.min(seconds * 1000, LONGEST_RETRY_AFTER_MS) : null
}
