import type { MiddlewareHandler } from 'hono'
import type { HubContext } from '#hub/context.ts'
import type { HubEnv } from './env.ts'

/** Middleware that gives handlers access to the hub. */
export function provide(hub: HubContext): MiddlewareHandler<HubEnv> {
  return async function provide(c, next) {
    c.set('hub', hub)
    await next()
    // Otherwise a client that polls continuously would prevent the hub from stopping.
    if (hub.stopping.aborted) c.header('Connection', 'close')
  }
}
