import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { HubEnv } from './env.ts'

/**
 * An answer is not kept on its way (RFC 9111, 5.2.2.5) unless it says how: files whose address nobody guesses, replica
 * files that are asked for by their ETag, what is the same for everybody.
 */
export const storeNothing: MiddlewareHandler<HubEnv> = async function storeNothing(c, next) {
  await next()
  if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store')
}

/** A year (RFC 6797); a browser that came by TLS never comes back without. */
const strictTransportSecurity = 'max-age=31536000; includeSubDomains'

const ordinaryHeaders = secureHeaders({
  crossOriginResourcePolicy: 'same-origin',
  xFrameOptions: 'DENY',
  strictTransportSecurity,
})
/** Pages of other origins, such as those of tills, show uploaded images; nothing in one is ever run. */
const fileHeaders = secureHeaders({
  crossOriginResourcePolicy: 'cross-origin',
  xFrameOptions: 'DENY',
  strictTransportSecurity,
})

/** Of every answer that is no page: opened in a browser it loads, runs and is framed by nothing. */
const NO_PAGE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** Headers that keep browsers from doing harm with an answer. A page brings its own policy. */
export const protectiveHeaders: MiddlewareHandler<HubEnv> = async function protectiveHeaders(c, next) {
  const set = c.req.path.startsWith('/uploads/') ? fileHeaders : ordinaryHeaders
  await set(c, next)
  if (!c.res.headers.has('Content-Security-Policy')) c.header('Content-Security-Policy', NO_PAGE)
}
