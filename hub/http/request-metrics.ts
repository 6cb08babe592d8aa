import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { HubEnv } from './env.ts'

/** Counts every request under the pattern of its route: there are only few patterns. */
export const requestMetrics: MiddlewareHandler<HubEnv> = async function requestMetrics(c, next) {
  const startedAt = performance.now()
  await next()
  const pattern = routePath(c)
  const route = pattern.includes('*') ? 'none' : pattern
  c.get('hub').metrics.requested(c.req.method, route, c.res.status, (performance.now() - startedAt) / 1000)
}
