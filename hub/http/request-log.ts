import type { Context, MiddlewareHandler } from 'hono'
import { newId } from '#shared/std/ids.ts'
import { clientAddress } from './client-address.ts'
import type { HubEnv } from './env.ts'

/** W3C Trace Context: version, trace id, parent id, flags. */
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

/**
 * Assigns a trace id to each request, using the caller's if there is one, and logs one line when the request
 * is done.
 */
export const requestLog: MiddlewareHandler<HubEnv> = async function requestLog(c, next) {
  const startedAt = performance.now()
  const traceId = TRACEPARENT.exec(c.req.header('traceparent') ?? '')?.[1] ?? newId().replaceAll('-', '')
  const log = c.get('hub').log.child({ traceId })
  c.set('traceId', traceId)
  c.set('log', log)
  c.header('X-Trace-Id', traceId)
  await next()
  const caller = c.get('caller')
  const line = {
    method: c.req.method,
    path: loggedPath(c),
    status: c.res.status,
    durationMs: Math.round(performance.now() - startedAt),
    address: clientAddress(c),
    ...(c.get('problem') && { problem: c.get('problem') }),
    ...(caller && { actor: caller.id, organization: caller.organizationId }),
  }
  // Probes arrive every few seconds, so they are logged only at debug level.
  const level = c.req.path === '/healthz' || c.req.path === '/readyz' ? 'debug' : 'info'
  // The response does not wait for the log.
  setImmediate(() => log[level](line, 'request'))
}

/** Returns the path of a request for the log. Masks the last segment when it is a secret `{token}`. */
export function loggedPath(c: Context): string {
  const { path } = c.req
  return c.req.param('token') === undefined ? path : `${path.slice(0, path.lastIndexOf('/'))}/***`
}
