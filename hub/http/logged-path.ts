import type { Context } from 'hono'

/** Returns the path of a routed request for the log: a last part that the route names `{token}` is secret. */
export function loggedPath(c: Context): string {
  const { path } = c.req
  return c.req.param('token') === undefined ? path : `${path.slice(0, path.lastIndexOf('/'))}/***`
}
