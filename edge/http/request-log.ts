import type { MiddlewareHandler } from 'hono'
import type { EdgeEnv } from './env.ts'

/** One line per request; what only reads is no news. */
export const requestLog: MiddlewareHandler<EdgeEnv> = async function requestLog(c, next) {
  const startedAt = performance.now()
  await next()
  const line = {
    method: c.req.method,
    path: c.req.path,
    status: c.res.status,
    durationMs: Math.round(performance.now() - startedAt),
  }
  if (c.req.method === 'GET') c.get('log').debug(line, 'request')
  else c.get('log').info(line, 'request')
}
