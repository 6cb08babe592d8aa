import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'

/** Logs one line per request. Reads are logged at a lower level. */
export function requestLog(log: Logger): MiddlewareHandler {
  return async function requestLog(c, next) {
    const startedAt = performance.now()
    await next()
    const line = {
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      durationMs: Math.round(performance.now() - startedAt),
    }
    if (c.req.method === 'GET') log.debug(line, 'request')
    else log.info(line, 'request')
  }
}
