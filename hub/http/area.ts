import type { OpenAPIHono } from '@hono/zod-openapi'
import type { HubEnv } from './env.ts'
import { router } from './route.ts'

/**
 * The routes of an area as one. In whatever order they are given, a word of a path goes before a parameter in its place:
 * `/api/sales/retail/stats` before `/api/sales/retail/{id}`.
 */
export function area(...parts: readonly OpenAPIHono<HubEnv>[]): OpenAPIHono<HubEnv> {
  const all = router()
  for (const part of parts) all.route('/', part)
  // Stable: the guards of a route stay before its handler.
  all.routes.sort((one, other) => rankOf(one.path).localeCompare(rankOf(other.path)))
  return router().route('/', all)
}

/** Words as 0 and parameters as 1: `/a/:b/c` is 010. */
const rankOf = (path: string): string =>
  path
    .split('/')
    .slice(1)
    .map((part) => (part.startsWith(':') ? '1' : '0'))
    .join('')
