import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { HubEnv } from '#hub/http/env.ts'
import { cookieOf } from '#hub/http/own-site.ts'
import { CONSOLE_CLIENT } from '#shared/contracts/account/auth.ts'

/**
 * Returns the cookie definition. Over plain HTTP, the browser sends the cookie only to the token and
 * revocation endpoints.
 */
const refreshCookie = (site: string) =>
  cookieOf(site, 'counterfoil-refresh', { path: '/~/connect', sameSite: 'Strict' })
const MAX_AGE_SECONDS = 30 * 24 * 3600

export const usesCookie = (clientId: string | undefined): boolean => clientId === CONSOLE_CLIENT

/**
 * Returns the refresh token in the cookie of the calling page, or undefined without one. `site` is the site
 * of the page.
 */
export const tokenInCookie = (c: Context<HubEnv>, site: string): string | undefined =>
  getCookie(c, refreshCookie(site).name)

export function keepInCookie(c: Context<HubEnv>, site: string, token: string): void {
  const { name, options } = refreshCookie(site)
  setCookie(c, name, token, { ...options, maxAge: MAX_AGE_SECONDS })
}

export function forgetCookie(c: Context<HubEnv>, site: string): void {
  const { name, options } = refreshCookie(site)
  deleteCookie(c, name, options)
}
