import type { OpenAPIHono } from '@hono/zod-openapi'
import { Problem } from '#shared/problems/problem.ts'
import type { HubEnv } from './env.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Returns the Problem for a request without a route: `method_not_allowed` with the allowed methods when the
 * path exists, otherwise `not_found`.
 */
export function noRoute(app: OpenAPIHono<HubEnv>, method: string, path: string): Problem {
  // Middleware is registered for ALL methods of a path, and a route only for its own.
  const allowed = METHODS.filter((other) =>
    app.router.match(other, path)[0].some(([[, route]]) => route.method === other),
  )
  if (allowed.length === 0) return new Problem('not_found', { detail: `${method} ${path}` })
  const Allow = allowed.join(', ')
  return new Problem('method_not_allowed', { detail: `Allowed methods: ${Allow}`, headers: { Allow } })
}
