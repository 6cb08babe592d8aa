import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { HubEnv } from './env.ts'

/** Counts requests by route pattern, which keeps the number of label values small. */
export const requestMetrics: MiddlewareHandler<HubEnv> = async function requestMetrics(c, next) {
  const startedAt = performance.now()
  await next()
  const pattern = routePath(c)
  const route = pattern.includes('*') ? 'none' : pattern
  c.get('hub').metrics.requested(c.req.method, route, c.res.status, (performance.now() - startedAt) / 1000)
}
