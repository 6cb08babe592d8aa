import { z } from 'zod'
import { Problem } from '#shared/problems/problem.ts'
import { backoffMs, sleep } from '#shared/std/retry.ts'

/** Default base address, overridden by MOYSKLAD_API_URL. */
export const MOYSKLAD_API_URL = 'https://api.moysklad.ru/api/remap/1.2'

export type Credentials =
  | { authKind: 'Token'; token: string }
  | { authKind: 'Basic'; login: string; password: string }

/**
 * Kind of failure. With Unauthorized and Forbidden the account is rejected, with Refused the request.
 * Unavailable means that a retry can succeed.
 */
type TroubleKind = 'Unauthorized' | 'Forbidden' | 'Refused' | 'Unavailable'

/** Error of a request to MoySklad, with MoySklad's message for users. */
class MoySkladTrouble extends Error {
  readonly kind: TroubleKind

  constructor(kind: TroubleKind, message: string, options?: ErrorOptions) {
    super(message.slice(0, 500), options)
    this.kind = kind
  }
}

/** Source of the current time and of waits. `sleep` ends early when the signal is aborted. */
export interface Clock {
  now(): number
  sleep(ms: number, signal: AbortSignal): Promise<void>
}
const SYSTEM_CLOCK: Clock = { now: () => performance.now(), sleep }

export interface MoySkladOptions {
  url: string
  credentials: Credentials
  signal: AbortSignal
  clock?: Clock
  /** Factor for all waits: 1 by default, less in tests. */
  pace?: number
}

/** Pause between requests: 8 requests in 3 s, below the limit of 11 that applies from December 2026. */
export const REQUEST_PAUSE_MS = 3_000 / 8
const PATIENCE_MS = 60_000
const MOST_TRIES = 6
const RETRY_MS = 1_000
const MOST_RETRY_MS = 30_000
const TRANSIENT = new Set([429, 502, 503, 504])

const Refusal = z.object({
  errors: z.array(z.object({ error: z.string().default(''), code: z.number().optional() })).min(1),
})
const Page = z.object({
  meta: z.object({ size: z.int().min(0), nextHref: z.string().optional() }),
  rows: z.array(z.unknown()),
})

export interface Page<Row> {
  offset: number
  rows: Row[]
  /** Number of rows on all pages. */
  size: number
  isLast: boolean
}

/**
 * Read-only client for MoySklad's JSON API 1.2. Sends one request at a time within the rate limit, and
 * retries transient errors. Throws MoySkladTrouble, and the reason of an aborted signal.
 */
export class MoySklad {
  readonly #url: string
  readonly #headers: Record<string, string>
  readonly #signal: AbortSignal
  readonly #clock: Clock
  readonly #pace: number
  #nextAt = Number.NEGATIVE_INFINITY

  constructor({ url, credentials, signal, clock = SYSTEM_CLOCK, pace = 1 }: MoySkladOptions) {
    this.#url = url
    this.#headers = headersOf(credentials)
    this.#signal = signal
    this.#clock = clock
    this.#pace = pace
  }

  /** Returns the response body for a path relative to the base address, such as `context/employee`. */
  async get(path: string, query: Readonly<Record<string, string>> = {}): Promise<unknown> {
    const address = `${this.#url}/${path}?${new URLSearchParams(query)}`
    for (let tries = 1; ; tries += 1) {
      await this.#waitForTurn()
      const requested = await this.#ask(address)
      if (requested.status === 200) return requested.body
      if (!TRANSIENT.has(requested.status) || tries === MOST_TRIES) throw troubleOf(requested)
      const wait = requested.retryAfterMs ?? backoffMs(tries, RETRY_MS, MOST_RETRY_MS)
      this.#nextAt = this.#clock.now() + wait * this.#pace
    }
  }

  /** Yields the pages of a list, starting at `offset`. */
  async *pages<Row extends z.ZodType>(
    path: string,
    row: Row,
    {
      offset: from = 0,
      limit,
      query = {},
    }: { offset?: number; limit: number; query?: Record<string, string> },
  ): AsyncGenerator<Page<z.output<Row>>> {
    for (let offset = from; ; offset += limit) {
      const requested = { ...query, limit: String(limit), offset: String(offset) }
      const page = parsed(Page, await this.get(path, requested), path)
      const rows = page.rows.map((each) => parsed(row, each, path))
      const isLast = page.meta.nextHref === undefined
      yield { offset, rows, size: page.meta.size, isLast }
      if (isLast) return
    }
  }

  /** Returns all rows of a short list, such as units, currencies or stores. */
  async all<Row extends z.ZodType>(
    path: string,
    row: Row,
    query: Record<string, string> = {},
  ): Promise<z.output<Row>[]> {
    const rows: z.output<Row>[] = []
    for await (const page of this.pages(path, row, { limit: 1000, query })) rows.push(...page.rows)
    return rows
  }

  async #waitForTurn(): Promise<void> {
    const wait = this.#nextAt - this.#clock.now()
    if (wait > 0) await this.#clock.sleep(wait, this.#signal)
    this.#signal.throwIfAborted()
    this.#nextAt = this.#clock.now() + REQUEST_PAUSE_MS * this.#pace
  }

  async #ask(address: string): Promise<ServerAnswer> {
    try {
      const response = await fetch(address, {
        headers: this.#headers,
        // Credentials must not be sent to the target of a redirect.
        redirect: 'error',
        signal: AbortSignal.any([this.#signal, AbortSignal.timeout(PATIENCE_MS)]),
      })
      const text = await response.text()
      return { status: response.status, body: jsonOf(text), retryAfterMs: retryAfterOf(response.headers) }
    } catch (error) {
      this.#signal.throwIfAborted()
      // No complete response arrived. Repeating a read is harmless.
      return { status: 503, body: undefined, retryAfterMs: undefined, cause: error }
    }
  }
}

interface ServerAnswer {
  status: number
  body: unknown
  retryAfterMs: number | undefined
  cause?: unknown
}

/** Returns the request headers. MoySklad responds with 415 without `Accept-Encoding: gzip`. */
export function headersOf(credentials: Credentials): Record<string, string> {
  const authorization =
    credentials.authKind === 'Token'
      ? `Bearer ${credentials.token}`
      : `Basic ${Buffer.from(`${credentials.login}:${credentials.password}`, 'utf8').toString('base64')}`
  return { Authorization: authorization, 'Accept-Encoding': 'gzip', Accept: 'application/json;charset=utf-8' }
}

/**
 * Returns the requested wait in ms, or undefined without the header, which MoySklad omits when too many
 * requests run concurrently.
 */
function retryAfterOf(headers: Headers): number | undefined {
  const stated = Number(
    headers.get('X-Lognex-Retry-After') ?? headers.get('X-Lognex-Retry-TimeInterval') ?? 0,
  )
  return stated > 0 ? Math.min(stated, MOST_RETRY_MS) : undefined
}

function troubleOf({ status, body, cause }: ServerAnswer): MoySkladTrouble {
  const refusal = Refusal.safeParse(body)
  const words = refusal.success ? refusal.data.errors.map(({ error }) => error).join('; ') : ''
  const message = cause ? 'MoySklad cannot be reached' : words || `HTTP ${status}`
  return new MoySkladTrouble(kindOf(status), message, { cause })
}

function kindOf(status: number): TroubleKind {
  if (status === 401) return 'Unauthorized'
  if (status === 403) return 'Forbidden'
  return status === 429 || status >= 500 ? 'Unavailable' : 'Refused'
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses a response. Throws MoySkladTrouble when it does not have the expected shape. */
export function parsed<Shape extends z.ZodType>(shape: Shape, body: unknown, path: string): z.output<Shape> {
  const { success, data, error } = shape.safeParse(body)
  if (success) return data
  const [issue] = error.issues
  throw new MoySkladTrouble('Refused', `${path}: ${issue?.path.join('.')} ${issue?.message}`)
}

/**
 * Converts a MoySklad error to a Problem with its message: `extsys_refused` or `extsys_unanswered`. Returns
 * other errors unchanged.
 */
export function problemOf(error: unknown): unknown {
  if (!(error instanceof MoySkladTrouble)) return error
  const code = error.kind === 'Unavailable' ? 'extsys_unanswered' : 'extsys_refused'
  return new Problem(code, { detail: error.message })
}
