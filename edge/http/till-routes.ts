import type { Env, Handler, Hono, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { TILL_INPUTS } from '#shared/contracts/till/inputs.ts'
import { TILL_ROUTES } from '#shared/contracts/till/routes.ts'
import { readQuery } from './input.ts'

type TillRoute = (typeof TILL_ROUTES)[keyof typeof TILL_ROUTES]

/**
 * Registers handlers for a row of TILL_ROUTES, such as `POST /cart/lines`. Handlers read the query with
 * `readQuery`.
 */
export function serve<E extends Env>(
  app: Hono<E>,
  route: TillRoute,
  ...handlers: [...MiddlewareHandler<E>[], Handler<E>]
): void {
  const [method, path] = route.split(' ') as [string, string]
  const [handler, guards] = [handlers.at(-1) as Handler<E>, handlers.slice(0, -1)]
  if (takesQuery(route)) app.on(method, [path], ...handlers)
  else app.on(method, [path], ...guards, refuseQuery, handler)
}

const TAKE_QUERY = new Set<string>(
  Object.entries(TILL_INPUTS).flatMap(([name, inputs]) =>
    'query' in inputs ? [TILL_ROUTES[name as keyof typeof TILL_ROUTES]] : [],
  ),
)
const takesQuery = (route: TillRoute): boolean => TAKE_QUERY.has(route)

const NO_QUERY = z.strictObject({})

const refuseQuery: MiddlewareHandler = async function refuseQuery(c, next) {
  readQuery(c, NO_QUERY)
  await next()
}
