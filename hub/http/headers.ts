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

const ordinaryHeaders = secureHeaders({ crossOriginResourcePolicy: 'same-origin', xFrameOptions: 'DENY' })
/** Pages of other origins, such as those of tills, show uploaded images; nothing in one is ever run. */
const fileHeaders = secureHeaders({
  crossOriginResourcePolicy: 'cross-origin',
  contentSecurityPolicy: { defaultSrc: ["'none'"], sandbox: [] },
  xFrameOptions: 'DENY',
})

/** Headers that keep browsers from doing harm with an answer. */
export const protectiveHeaders: MiddlewareHandler<HubEnv> = (c, next) =>
  c.req.path.startsWith('/uploads/') ? fileHeaders(c, next) : ordinaryHeaders(c, next)
