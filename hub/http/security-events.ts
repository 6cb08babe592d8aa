import type { Context, MiddlewareHandler } from 'hono'
import type { ProblemCode } from '#shared/problems/catalogue.ts'
import type { Problem } from '#shared/problems/problem.ts'
import { clientAddress } from './client-address.ts'
import type { Operation } from './deed-of.ts'
import type { HubEnv } from './env.ts'
import { loggedPath } from './logged-path.ts'

/** Events for who watches the log of the hub (docs/operations.md#security-events-in-the-log): refusals, and deeds. */

/** Refusals of somebody who may not, does not prove who they are, or tries too often. */
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
  // A guard may meet once more the refusal that was answered already (permit.ts).
  if (c.get('problem') !== undefined) return
  const event = eventOf(problem, c)
  if (event) c.get('log').warn({ event, ...about(c), path: loggedPath(c), problem: problem.code }, 'refused')
}

function eventOf({ code }: Problem, c: Context<HubEnv>): string | undefined {
  // A record of another organization is one that is not there, to the hub as well.
  if (code === 'not_found' && c.get('asker')) return 'access_refused'
  return REFUSED[code]
}

interface Watched extends Operation {
  stepUp?: true
  isAnswerSecret?: boolean
  tag: string
  streams?: string | readonly string[]
}

/** Changes how people and devices get in, cannot be undone, or hands data out as a file. */
export const isWatched = ({ method, stepUp, isAnswerSecret, tag, streams }: Watched): boolean =>
  method === 'get'
    ? [streams].flat().some((type) => type?.startsWith('text/csv'))
    : stepUp === true || isAnswerSecret === true || tag === 'Account'

/** Notes the deed once it is done. */
export function logDeed({ method, path }: Operation): MiddlewareHandler<HubEnv> {
  return async function logDeed(c, next) {
    await next()
    if (c.res.status >= 400) return
    c.get('log').info(
      { event: 'security_deed', ...about(c), deed: `${method.toUpperCase()} ${path}` },
      'done',
    )
  }
}

function about(c: Context<HubEnv>): Record<string, unknown> {
  const asker = c.get('asker')
  return {
    method: c.req.method,
    address: clientAddress(c),
    ...(asker && { actor: asker.id, organization: asker.organizationId }),
  }
}
