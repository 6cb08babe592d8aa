import type { Context } from 'hono'

/** Returns the path of a request for the log. Masks the last segment when it is a secret `{token}`. */
export function loggedPath(c: Context): string {
  const { path } = c.req
  return c.req.param('token') === undefined ? path : `${path.slice(0, path.lastIndexOf('/'))}/***`
}
