import type { MiddlewareHandler } from 'hono'
import { Problem } from '#shared/problems/problem.ts'
import type { HubEnv } from './env.ts'

/**
 * Text with a NUL byte is refused everywhere (interface specification, section 7): PostgreSQL cannot hold it. This one
 * looks at the address; readJson at the body.
 */
export const refuseNulInAddress: MiddlewareHandler<HubEnv> = async function refuseNulInAddress(c, next) {
  if (c.req.url.includes('%00')) throw new Problem('nul_byte', { detail: 'The address contains a NUL byte' })
  await next()
}
