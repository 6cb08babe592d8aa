import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { HubEnv } from '#hub/http/env.ts'
import { CONSOLE_CLIENT } from '#shared/contracts/account/auth.ts'

/** Where the token and the revocation endpoint are: the browser sends the cookie to nothing else. */
const options = (c: Context) =>
  ({
    path: '/~/connect',
    httpOnly: true,
    sameSite: 'Strict',
    secure: isSecure(c),
  }) as const

/** With the prefix of TLS no page of plain http can have set it. */
const nameOf = (c: Context): string => `${isSecure(c) ? '__Secure-' : ''}counterfoil-refresh`
const MAX_AGE_SECONDS = 30 * 24 * 3600

export const usesCookie = (clientId: string | undefined): boolean => clientId === CONSOLE_CLIENT

export const refreshCookie = (c: Context<HubEnv>): string | undefined => getCookie(c, nameOf(c))

export const keepInCookie = (c: Context<HubEnv>, token: string): void =>
  setCookie(c, nameOf(c), token, { ...options(c), maxAge: MAX_AGE_SECONDS })

export function forgetCookie(c: Context<HubEnv>): void {
  deleteCookie(c, nameOf(c), options(c))
}

/** By the page that asks: a proxy in front of the hub may end TLS. */
const isSecure = (c: Context): boolean => (c.req.header('Origin') ?? c.req.url).startsWith('https:')
