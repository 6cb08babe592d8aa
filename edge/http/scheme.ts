import type { TLSSocket } from 'node:tls'
import type { Context, MiddlewareHandler } from 'hono'
import { socketOf } from '#shared/http/body-chunks.ts'
import { isLoopbackName } from './own-names.ts'

/** Returns the scheme of the connection, regardless of headers. It is https for tills on other machines. */
export const schemeOf = (c: Context): 'http' | 'https' =>
  (socketOf(c).incoming?.socket as TLSSocket | undefined)?.encrypted ? 'https' : 'http'

/** One year. Subdomains are excluded, because they are other machines. */
const STRICT_TRANSPORT = 'max-age=31536000'

/**
 * Sets HSTS (RFC 6797), so that a till that has connected with TLS never connects without it. Loopback names
 * are excluded, because all programs on this machine share them.
 */
export const requireTlsFromNowOn: MiddlewareHandler = async function requireTlsFromNowOn(c, next) {
  await next()
  if (schemeOf(c) === 'https' && !isLoopbackName(c.req.header('Host') ?? ''))
    c.header('Strict-Transport-Security', STRICT_TRANSPORT)
}
