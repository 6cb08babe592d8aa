import type { MiddlewareHandler } from 'hono'
import type { HubContext } from '#hub/context.ts'
import type { HubEnv } from './env.ts'

/** Gives handlers the hub that they work for. */
export function provide(hub: HubContext): MiddlewareHandler<HubEnv> {
  return async function provide(c, next) {
    c.set('hub', hub)
    await next()
    // Otherwise a client that polls without pause would keep a stopping hub open.
    if (hub.stopping.aborted) c.header('Connection', 'close')
  }
}
