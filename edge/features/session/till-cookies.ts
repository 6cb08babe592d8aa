import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { TILL_API } from '#shared/contracts/till/routes.ts'
import { schemeOf } from '../../http/scheme.ts'

const isSecure = (c: Context): boolean => schemeOf(c) === 'https'

/** Longest lifetime of a cookie in browsers (RFC 6265bis, 5.5); each sign-in restarts it. */
const LONGEST_SECONDS = 400 * 24 * 60 * 60

/**
 * Defines one cookie per till: two tills in one browser do not sign each other out. Over TLS the prefix makes
 * browsers accept it from this host alone (RFC 6265bis, 4.1.3.2); over plain HTTP, on loopback, they would
 * reject it.
 */
function tillCookie(kind: string, lasts: { maxAge?: number } = {}) {
  const nameFor = (c: Context, tillId: string): string =>
    `${isSecure(c) ? '__Host-' : ''}counterfoil-${kind}-${tillId}`
  const optionsFor = (c: Context) =>
    ({ path: isSecure(c) ? '/' : TILL_API, httpOnly: true, sameSite: 'Strict', secure: isSecure(c) }) as const
  return {
    read: (c: Context, tillId: string): string | undefined => getCookie(c, nameFor(c, tillId)),
    write: (c: Context, tillId: string, value: string): void =>
      setCookie(c, nameFor(c, tillId), value, { ...optionsFor(c), ...lasts }),
    forget: (c: Context, tillId: string): string | undefined =>
      deleteCookie(c, nameFor(c, tillId), optionsFor(c)),
  }
}

/** The cookie of the cashier who is signed in at the till. */
export const sessionCookie = tillCookie('session')

/** The cookie that makes this window the till; it stays when `localStorage` is cleared. */
export const windowCookie = tillCookie('window', { maxAge: LONGEST_SECONDS })
