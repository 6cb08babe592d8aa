import type { OpenAPIHono } from '@hono/zod-openapi'
import type { HubEnv } from './env.ts'
import { router } from './route.ts'

/**
 * Combines the routes of an area, in any order. A path with a fixed segment takes precedence over one with a
 * parameter in that place: `/api/sales/retail/stats` over `/api/sales/retail/{id}`.
 */
export function area(...parts: readonly OpenAPIHono<HubEnv>[]): OpenAPIHono<HubEnv> {
  const all = router()
  for (const part of parts) all.route('/', part)
  // The sort is stable, so the guards of a route stay before its handler.
  all.routes.sort((one, other) => rankOf(one.path).localeCompare(rankOf(other.path)))
  return router().route('/', all)
}

/** Returns a sort key with 0 for each fixed segment and 1 for each parameter: `/a/:b/c` becomes 010. */
const rankOf = (path: string): string =>
  path
    .split('/')
    .slice(1)
    .map((part) => (part.startsWith(':') ? '1' : '0'))
    .join('')
