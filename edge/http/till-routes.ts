import type { Handler, Hono, MiddlewareHandler } from 'hono'
import type { TILL_ROUTES } from '#shared/contracts/till/routes.ts'
import type { EdgeEnv } from './env.ts'

type TillRoute = (typeof TILL_ROUTES)[keyof typeof TILL_ROUTES]

/** Serves one row of TILL_ROUTES, such as `POST /cart/lines`. */
export function serve(
  app: Hono<EdgeEnv>,
  route: TillRoute,
  ...handlers: [...MiddlewareHandler<EdgeEnv>[], Handler<EdgeEnv>]
): void {
  const [method, path] = route.split(' ') as [string, string]
  app.on(method, [path], ...handlers)
}
