import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { HubEnv } from './env.ts'

/**
 * Forbids caches to store a response (RFC 9111, 5.2.2.5) unless the route sets its own policy: files at
 * unguessable addresses, replica files requested by ETag, and content that is the same for everybody.
 */
export const storeNothing: MiddlewareHandler<HubEnv> = async function storeNothing(c, next) {
  await next()
  if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store')
}

/** A year (RFC 6797). A browser that came by TLS never returns without it. */
const strictTransportSecurity = 'max-age=31536000; includeSubDomains'

const ordinaryHeaders = secureHeaders({
  crossOriginResourcePolicy: 'same-origin',
  xFrameOptions: 'DENY',
  strictTransportSecurity,
})
/** Pages of other origins, such as those of tills, show uploaded images. A file is never executed. */
const fileHeaders = secureHeaders({
  crossOriginResourcePolicy: 'cross-origin',
  xFrameOptions: 'DENY',
  strictTransportSecurity,
})

/** Policy of every response that is not a page: opened in a browser it loads, runs and frames nothing. */
const NO_PAGE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** Sets headers that keep browsers from doing harm with a response. A page sets its own policy. */
export const protectiveHeaders: MiddlewareHandler<HubEnv> = async function protectiveHeaders(c, next) {
  const set = c.req.path.startsWith('/uploads/') ? fileHeaders : ordinaryHeaders
  await set(c, next)
  if (!c.res.headers.has('Content-Security-Policy')) c.header('Content-Security-Policy', NO_PAGE)
}
