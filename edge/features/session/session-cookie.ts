import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { TILL_API } from '#shared/contracts/till/routes.ts'
import { schemeOf } from '../../http/scheme.ts'

const isSecure = (c: Context): boolean => schemeOf(c) === 'https'

/**
 * One cookie per till: two tills in one browser do not sign each other out. Over TLS the prefix lets browsers take it of
 * this host alone (RFC 6265bis, 4.1.3.2); over plain HTTP, on loopback, they would not take it at all.
 */
const nameFor = (c: Context, tillId: string): string =>
  `${isSecure(c) ? '__Host-' : ''}counterfoil-session-${tillId}`

const optionsFor = (c: Context) =>
  ({ path: isSecure(c) ? '/' : TILL_API, httpOnly: true, sameSite: 'Strict', secure: isSecure(c) }) as const

export function readToken(c: Context, tillId: string): string | undefined {
  return getCookie(c, nameFor(c, tillId))
}

export function writeToken(c: Context, tillId: string, token: string): void {
  setCookie(c, nameFor(c, tillId), token, optionsFor(c))
}

export function forgetToken(c: Context, tillId: string): void {
  deleteCookie(c, nameFor(c, tillId), optionsFor(c))
}
