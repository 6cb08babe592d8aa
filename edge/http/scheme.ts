import type { TLSSocket } from 'node:tls'
import type { Context, MiddlewareHandler } from 'hono'
import { socketOf } from '#shared/http/body-chunks.ts'
import { isLoopbackName } from './own-names.ts'

/** By which this request has come, whatever it says: https where a till of another machine has asked. */
export const schemeOf = (c: Context): 'http' | 'https' =>
  (socketOf(c).incoming?.socket as TLSSocket | undefined)?.encrypted ? 'https' : 'http'

/** A year; without the names below, which are other machines. */
const STRICT_TRANSPORT = 'max-age=31536000'

/**
 * RFC 6797: a till that has come by TLS never comes back without. Not for names of loopback, which every program of this
 * machine shares.
 */
export const requireTlsFromNowOn: MiddlewareHandler = async function requireTlsFromNowOn(c, next) {
  await next()
  if (schemeOf(c) === 'https' && !isLoopbackName(c.req.header('Host') ?? ''))
    c.header('Strict-Transport-Security', STRICT_TRANSPORT)
}
