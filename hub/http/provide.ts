import type { MiddlewareHandler } from 'hono'
import type { HubContext } from '#hub/context.ts'
import type { HubEnv } from './env.ts'

/** Gives handlers access to the hub. */
export function provide(hub: HubContext): MiddlewareHandler<HubEnv> {
  return async function provide(c, next) {
    c.set('hub', hub)
    await next()
    // Without this, a client that polls continuously would keep a stopping hub open.
    if (hub.stopping.aborted) c.header('Connection', 'close')
  }
}
