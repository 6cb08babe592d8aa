import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { HubEnv } from './env.ts'

/**
 * Forbids caching of responses (RFC 9111, section 5.2.2.5) unless the route sets its own policy. Exceptions
 * are files at unguessable addresses, replica files requested by ETag, and content that is the same for
 * everyone.
 */
export const storeNothing: MiddlewareHandler<HubEnv> = async function storeNothing(c, next) {
  await next()
  if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store')
}

/** Valid for a year (RFC 6797). A browser that has connected over TLS will not connect without it. */
const strictTransportSecurity = 'max-age=31536000; includeSubDomains'

const ordinaryHeaders = secureHeaders({
  crossOriginResourcePolicy: 'same-origin',
  xFrameOptions: 'DENY',
  strictTransportSecurity,
})
/**
 * Headers of uploaded images, which pages of other origins, such as those of tills, can embed. Files are
 * never executed.
 */
const fileHeaders = secureHeaders({
  crossOriginResourcePolicy: 'cross-origin',
  xFrameOptions: 'DENY',
  strictTransportSecurity,
})

/**
 * Content security policy for responses that are not pages. Opened in a browser, they can load, run and frame
 * nothing.
 */
const NO_PAGE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** Sets security headers. Pages set their own content security policy. */
export const protectiveHeaders: MiddlewareHandler<HubEnv> = async function protectiveHeaders(c, next) {
  const set = c.req.path.startsWith('/uploads/') ? fileHeaders : ordinaryHeaders
  await set(c, next)
  if (!c.res.headers.has('Content-Security-Policy')) c.header('Content-Security-Policy', NO_PAGE)
}
