import type { TLSSocket } from 'node:tls'
import type { Context, MiddlewareHandler } from 'hono'
import { socketOf } from '#shared/http/body-chunks.ts'
import { isLoopbackName } from './own-names.ts'

/** Returns the scheme of the connection, regardless of headers: https for a till on another machine. */
export const schemeOf = (c: Context): 'http' | 'https' =>
  (socketOf(c).incoming?.socket as TLSSocket | undefined)?.encrypted ? 'https' : 'http'

/** One year; without subdomains, which are other machines. */
const STRICT_TRANSPORT = 'max-age=31536000'

/**
 * Sets HSTS (RFC 6797): a till that has connected with TLS never connects without. Not for loopback names,
 * which every program of this machine shares.
 */
export const requireTlsFromNowOn: MiddlewareHandler = async function requireTlsFromNowOn(c, next) {
  await next()
  if (schemeOf(c) === 'https' && !isLoopbackName(c.req.header('Host') ?? ''))
    c.header('Strict-Transport-Security', STRICT_TRANSPORT)
}
