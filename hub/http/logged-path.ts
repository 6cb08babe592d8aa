import type { Context } from 'hono'

/** The path of a request for the log, once the request was routed: a last part that the route calls `{token}` is a secret. */
export function loggedPath(c: Context): string {
  const { path } = c.req
  return c.req.param('token') === undefined ? path : `${path.slice(0, path.lastIndexOf('/'))}/***`
}
