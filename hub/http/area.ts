import type { OpenAPIHono } from '@hono/zod-openapi'
import type { HubEnv } from './env.ts'
import { router } from './route.ts'

/**
 * Combines the routes of an area. In any order of the arguments, a fixed segment of a path goes before a
 * parameter in its place: `/api/sales/retail/stats` before `/api/sales/retail/{id}`.
 */
export function area(...parts: readonly OpenAPIHono<HubEnv>[]): OpenAPIHono<HubEnv> {
  const all = router()
  for (const part of parts) all.route('/', part)
  // The sort is stable: the guards of a route stay before its handler.
  all.routes.sort((one, other) => rankOf(one.path).localeCompare(rankOf(other.path)))
  return router().route('/', all)
}

/** Returns a sort key with 0 for fixed segments and 1 for parameters: `/a/:b/c` is 010. */
const rankOf = (path: string): string =>
  path
    .split('/')
    .slice(1)
    .map((part) => (part.startsWith(':') ? '1' : '0'))
    .join('')
