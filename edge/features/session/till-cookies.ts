import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { TILL_API } from '#shared/contracts/till/routes.ts'
import { schemeOf } from '../../http/scheme.ts'

const isSecure = (c: Context): boolean => schemeOf(c) === 'https'

/** Maximum cookie lifetime in browsers (RFC 6265bis, 5.5). Each sign-in renews it. */
const LONGEST_SECONDS = 400 * 24 * 60 * 60

/**
 * Defines one cookie per till, so that two tills in one browser do not sign each other out. Over TLS, the
 * `__Host-` prefix restricts the cookie to this host (RFC 6265bis, 4.1.3.2). Browsers would reject the prefix
 * over plain HTTP on loopback.
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

/** Session cookie of the cashier signed in at the till. */
export const sessionCookie = tillCookie('session')

/** Cookie that identifies this window as the till. It survives clearing `localStorage`. */
export const windowCookie = tillCookie('window', { maxAge: LONGEST_SECONDS })
