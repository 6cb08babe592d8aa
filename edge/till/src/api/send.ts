import { TILL_API, TILL_ID_HEADER } from '#shared/contracts/till/routes.ts'
import type { ProblemBody } from '#shared/problems/problem.ts'
import { tillId } from './till-id.ts'

/** The agent answered, with a refusal. `problem.code` is what the page translates. */
export class AgentRefusal extends Error {
  readonly problem: ProblemBody
  readonly retryAfterSeconds: number | null

  constructor(problem: ProblemBody, retryAfterSeconds: number | null) {
    super(problem.detail ?? problem.title)
    this.name = 'AgentRefusal'
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The agent did not answer at all: it is starting again, or was stopped. */
export class AgentSilent extends Error {
  constructor(cause: unknown) {
    super('The agent does not answer', { cause })
    this.name = 'AgentSilent'
  }
}

export interface SendOptions {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: unknown
  signal?: AbortSignal | undefined
  timeoutMs?: number
}

const TIMEOUT_MS = 15_000

/**
 * Sends one request of TILL_ROUTES. Throws AgentRefusal, AgentSilent, or the AbortError of the caller's signal.
 */
export async function send<Answer>(route: string, options: SendOptions = {}): Promise<Answer> {
  const [method = 'GET', template = '/'] = route.split(' ')
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  let response: Response
  try {
    response = await fetch(TILL_API + pathOf(template, options), {
      method,
      credentials: 'same-origin',
      headers: {
        [TILL_ID_HEADER]: tillId(),
        ...(options.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    })
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new AgentSilent(error)
  }
  if (!response.ok) throw await refusalOf(response)
  const text = await response.text()
  return (text ? JSON.parse(text) : undefined) as Answer
}

function pathOf(template: string, { params = {}, query = {} }: SendOptions): string {
  const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

async function refusalOf(response: Response): Promise<AgentRefusal | AgentSilent> {
  const isProblem = response.headers.get('Content-Type')?.includes('json') ?? false
  // A proxy in front of a stopped agent answers for it, but not with a problem.
  if (!isProblem && response.status >= 502) return new AgentSilent(response.status)
  const problem = isProblem ? await response.json().catch(() => undefined) : undefined
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new AgentRefusal(
    (problem as ProblemBody | undefined) ?? {
      type: 'about:blank',
      title: `${response.status} ${response.statusText}`,
      status: response.status,
      code: 'internal',
    },
    Number.isFinite(retryAfter) ? retryAfter : null,
  )
}
