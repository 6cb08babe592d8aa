import type { ProblemBody } from '../../problems/problem.ts'

/** Error response of the server. Pages translate `problem.code`. */
export class Refusal extends Error {
  readonly problem: ProblemBody
  readonly retryAfterSeconds: number | null

  constructor(problem: ProblemBody, retryAfterSeconds: number | null) {
    super(problem.detail ?? problem.title)
    this.name = 'Refusal'
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Error without a response: the server is restarting or stopped, or the connection is down. */
export class NoAnswer extends Error {
  constructor(cause: unknown) {
    super('The server does not answer', { cause })
    this.name = 'NoAnswer'
  }
}

export interface SendOptions {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  timeoutMs?: number
}

export type Send = <Answer>(route: string, options?: SendOptions) => Promise<Answer>

const TIMEOUT_MS = 15_000

/**
 * Returns a function that sends requests to the API at `base`. A route is a method and a path with `:names`,
 * such as `GET /carts/:id`. `headers` is called for each request. The function throws a Refusal, a NoAnswer,
 * or an AbortError when the caller aborts.
 */
export function makeClient(base: string, headers: () => Record<string, string>): Send {
  return (route, options = {}) => send(base, headers(), route, options)
}

async function send<Answer>(
  base: string,
  headers: Record<string, string>,
  route: string,
  options: SendOptions,
): Promise<Answer> {
  const [method = 'GET', template = '/'] = route.split(' ')
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  let response: Response
  try {
    response = await fetch(base + pathOf(template, options), {
      method,
      credentials: 'same-origin',
      headers: {
        ...headers,
        ...options.headers,
        ...(options.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    })
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new NoAnswer(error)
  }
  if (!response.ok) throw await refusalOf(response)
  const text = await response.text()
  return (text ? JSON.parse(text) : undefined) as Answer
}

/** Returns the path of a route with its parameters and query, relative to the base of the API. */
export function pathOf(template: string, { params = {}, query = {} }: SendOptions): string {
  const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

async function refusalOf(response: Response): Promise<Refusal | NoAnswer> {
  const isProblem = response.headers.get('Content-Type')?.includes('json') ?? false
  // When the agent is stopped, a proxy responds instead, but not with a problem document.
  if (!isProblem && response.status >= 502) return new NoAnswer(response.status)
  const problem = isProblem ? await response.json().catch(() => undefined) : undefined
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new Refusal(
    (problem as ProblemBody | undefined) ?? {
      type: 'about:blank',
      title: `${response.status} ${response.statusText}`,
      status: response.status,
      code: 'internal',
    },
    Number.isFinite(retryAfter) ? retryAfter : null,
  )
}
