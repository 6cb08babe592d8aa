import type { Context, MiddlewareHandler } from 'hono'
import type { ProblemCode } from '#shared/problems/catalogue.ts'
import type { Problem } from '#shared/problems/problem.ts'
import { clientAddress } from './client-address.ts'
import type { Operation } from './command-of.ts'
import type { HubEnv } from './env.ts'
import { loggedPath } from './request-log.ts'

/** Log events for security monitoring, by error code (docs/operations.md#security-events-in-the-log). */

/** Refusals of callers who lack a permission, fail to prove their identity, or exceed a rate limit. */
const REFUSED: Partial<Record<ProblemCode, string>> = {
  forbidden: 'access_refused',
  all_stores_needed: 'access_refused',
  address_unproved: 'access_refused',
  second_factor_needed: 'access_refused',
  step_up_needed: 'access_refused',
  visit_needed: 'access_refused',
  visit_reads_only: 'access_refused',
  too_many_attempts: 'attempts_refused',
  wrong_password: 'proof_refused',
  wrong_code: 'proof_refused',
  link_invalid: 'link_refused',
}

export function logRefusal(problem: Problem, c: Context<HubEnv>): void {
  // A guard can see an error for which a response has already been sent (permit.ts).
  if (c.get('problem') !== undefined) return
  const event = eventOf(problem, c)
  if (event) c.get('log').warn({ event, ...about(c), path: loggedPath(c), problem: problem.code }, 'refused')
}

function eventOf({ code }: Problem, c: Context<HubEnv>): string | undefined {
  // A record of another organization is also `not_found`, so this can be an access attempt.
  if (code === 'not_found' && c.get('caller')) return 'access_refused'
  return REFUSED[code]
}

interface Watched extends Operation {
  stepUp?: true
  isAnswerSecret?: boolean
  tag: string
  streams?: string | readonly string[]
}

/** True for routes that change how users or devices sign in, are irreversible, or return data as a file. */
export const isWatched = ({ method, stepUp, isAnswerSecret, tag, streams }: Watched): boolean =>
  method === 'get'
    ? [streams].flat().some((type) => type?.startsWith('text/csv'))
    : stepUp === true || isAnswerSecret === true || tag === 'Account'

/** Logs the command after it has succeeded. */
export function logCommand({ method, path }: Operation): MiddlewareHandler<HubEnv> {
  return async function logCommand(c, next) {
    await next()
    if (c.res.status >= 400) return
    c.get('log').info(
      { event: 'security_command', ...about(c), command: `${method.toUpperCase()} ${path}` },
      'done',
    )
  }
}

function about(c: Context<HubEnv>): Record<string, unknown> {
  const caller = c.get('caller')
  return {
    method: c.req.method,
    address: clientAddress(c),
    ...(caller && { actor: caller.id, organization: caller.organizationId }),
  }
}
