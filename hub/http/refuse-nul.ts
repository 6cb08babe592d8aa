import type { MiddlewareHandler } from 'hono'
import { Problem } from '#shared/problems/problem.ts'
import type { HubEnv } from './env.ts'

/**
 * Refuses URLs with a NUL byte, which PostgreSQL cannot store (interface specification, section 7). Bodies
 * are checked by `readJson`.
 */
export const refuseNulInAddress: MiddlewareHandler<HubEnv> = async function refuseNulInAddress(c, next) {
  if (c.req.url.includes('%00')) throw new Problem('nul_byte', { detail: 'The address contains a NUL byte' })
  await next()
}
