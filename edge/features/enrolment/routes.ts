import { Hono, type MiddlewareHandler } from 'hono'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { TILL_INPUTS } from '#shared/contracts/till/inputs.ts'
import { TILL_ROUTES } from '#shared/contracts/till/routes.ts'
import { Problem } from '#shared/problems/problem.ts'
import { readBody } from '../../http/input.ts'
import { serve } from '../../http/till-routes.ts'
import type { EdgeEnv } from '../env.ts'
import { presentStatus } from '../status/present.ts'
import { enrol, refuseSecondEnrolment } from './enrol.ts'

export const enrolmentRoutes = new Hono<EdgeEnv>()

/** Rate-limits attempts, so that a user can retry but a program cannot try all codes. */
const limited: MiddlewareHandler<EdgeEnv> = async function limited(c, next) {
  const agent = c.get('agent')
  refuseSecondEnrolment(agent)
  try {
    await agent.enrolmentLimit.consume('enrol')
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    const seconds = Math.ceil(refusal.msBeforeNext / 1000)
    throw new Problem('too_many_attempts', { headers: { 'Retry-After': String(seconds) } })
  }
  await next()
}

serve(enrolmentRoutes, TILL_ROUTES.enrol, limited, async (c) => {
  await enrol(c.get('agent'), await readBody(c, TILL_INPUTS.enrol.body))
  return c.json(presentStatus(c.get('agent')), 201)
})
