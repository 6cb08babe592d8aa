import { z } from 'zod'
import { backoffMs, sleep } from '#shared/std/retry.ts'

/** MOYSKLAD_API_URL names another one. */
export const MOYSKLAD_API_URL = 'https://api.moysklad.ru/api/remap/1.2'

/** How somebody signs in to MoySklad. */
export type Credentials =
  | { authKind: 'Token'; token: string }
  | { authKind: 'Basic'; login: string; password: string }

/** Unauthorized and Forbidden: the account; Refused: what was asked; Unavailable: try again later. */
export type TroubleKind = 'Unauthorized' | 'Forbidden' | 'Refused' | 'Unavailable'

/** MoySklad has not answered what was asked. The message has its words, for people. */
export class MoySkladTrouble extends Error {
  readonly kind: TroubleKind

  constructor(kind: TroubleKind, message: string, options?: ErrorOptions) {
    super(message.slice(0, 500), options)
    this.kind = kind
  }
}

/** The time, and waiting for it. `sleep` wakes early when the signal aborts. */
export interface Clock {
  now(): number
  sleep(ms: number, signal: AbortSignal): Promise<void>
}
export const SYSTEM_CLOCK: Clock = { now: () => performance.now(), sleep }

export interface MoySkladOptions {
  url: string
  credentials: Credentials
  signal: AbortSignal
  clock?: Clock
  /** Factor of all waits: 1, less in tests. */
  pace?: number
}

/** 8 requests in 3 s: below the 11 that are allowed from December 2026 on. */
export const BETWEEN_MS = 3_000 / 8
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
  /** Of all pages. */
  size: number
  isLast: boolean
}

/**
 * A client of MoySklad's JSON API 1.2 that only reads. One request at a time, not more often than the API allows; what is
 * transient is tried again. Throws MoySkladTrouble, and the reason of the signal.
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

  /** `path`: below the base address, such as `context/employee`. */
  async get(path: string, query: Readonly<Record<string, string>> = {}): Promise<unknown> {
    const address = `${this.#url}/${path}?${new URLSearchParams(query)}`
    for (let tries = 1; ; tries += 1) {
      await this.#waitForTurn()
      const asked = await this.#ask(address)
      if (asked.status === 200) return asked.body
      if (!TRANSIENT.has(asked.status) || tries === MOST_TRIES) throw troubleOf(asked)
      const wait = asked.retryAfterMs ?? backoffMs(tries, RETRY_MS, MOST_RETRY_MS)
      this.#nextAt = this.#clock.now() + wait * this.#pace
    }
  }

  /** The pages of a list, from `offset` on. */
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
      const asked = { ...query, limit: String(limit), offset: String(offset) }
      const page = parsed(Page, await this.get(path, asked), path)
      const rows = page.rows.map((each) => parsed(row, each, path))
      const isLast = page.meta.nextHref === undefined
      yield { offset, rows, size: page.meta.size, isLast }
      if (isLast) return
    }
  }

  /** Whole lists that are short: units, currencies, stores. */
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
    this.#nextAt = this.#clock.now() + BETWEEN_MS * this.#pace
  }

  async #ask(address: string): Promise<Asked> {
    try {
      const response = await fetch(address, {
        headers: this.#headers,
        // What is sent has credentials.
        redirect: 'error',
        signal: AbortSignal.any([this.#signal, AbortSignal.timeout(PATIENCE_MS)]),
      })
      const text = await response.text()
      return { status: response.status, body: jsonOf(text), retryAfterMs: retryAfterOf(response.headers) }
    } catch (error) {
      this.#signal.throwIfAborted()
      // No whole answer came: reading once more harms nothing.
      return { status: 503, body: undefined, retryAfterMs: undefined, cause: error }
    }
  }
}

interface Asked {
  status: number
  body: unknown
  retryAfterMs: number | undefined
  cause?: unknown
}

/** Without `Accept-Encoding: gzip` MoySklad answers 415. */
export function headersOf(credentials: Credentials): Record<string, string> {
  const authorization =
    credentials.authKind === 'Token'
      ? `Bearer ${credentials.token}`
      : `Basic ${Buffer.from(`${credentials.login}:${credentials.password}`, 'utf8').toString('base64')}`
  return { Authorization: authorization, 'Accept-Encoding': 'gzip', Accept: 'application/json;charset=utf-8' }
}

/** Milliseconds. Too many requests at once are answered without the header. */
function retryAfterOf(headers: Headers): number | undefined {
  const told = Number(headers.get('X-Lognex-Retry-After') ?? headers.get('X-Lognex-Retry-TimeInterval') ?? 0)
  return told > 0 ? Math.min(told, MOST_RETRY_MS) : undefined
}

function troubleOf({ status, body, cause }: Asked): MoySkladTrouble {
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

/** An answer that is not of the protocol. Throws MoySkladTrouble. */
export function parsed<Shape extends z.ZodType>(shape: Shape, body: unknown, path: string): z.output<Shape> {
  const { success, data, error } = shape.safeParse(body)
  if (success) return data
  const [issue] = error.issues
  throw new MoySkladTrouble('Refused', `${path}: ${issue?.path.join('.')} ${issue?.message}`)
}
