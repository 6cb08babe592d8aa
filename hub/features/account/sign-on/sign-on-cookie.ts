import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { HubEnv } from '#hub/http/env.ts'
import { cookieOf, siteOf } from '#hub/http/own-site.ts'
import { boundCode } from './codes.ts'

/** Returns the cookie definition. SameSite is Lax, because the browser returns from another site. */
const signOnCookie = (site: string) => cookieOf(site, 'counterfoil-sign-on', { sameSite: 'Lax' })

/** Sets the cookie for `maxAge` seconds. */
export function keepSignOn(c: Context<HubEnv>, site: string, value: string, maxAge: number): void {
  const { name, options } = signOnCookie(site)
  setCookie(c, name, value, { ...options, maxAge })
}

export async function signOnKept(c: Context<HubEnv>): Promise<string | undefined> {
  return getCookie(c, signOnCookie(await siteOf(c.get('hub'))).name)
}

/**
 * Returns the code bound to the cookie of the browser that began the sign-on. In another browser the code is
 * unknown.
 */
export async function codeOfBrowser(c: Context<HubEnv>, code: string): Promise<string> {
  return boundCode(code, (await signOnKept(c)) ?? '')
}

/** Returns the body of a request, with its optional code bound to the browser. */
export async function withCodeOfBrowser<Body extends { signOnCode?: string | undefined }>(
  c: Context<HubEnv>,
  body: Body,
): Promise<Body> {
  const { signOnCode } = body
  return signOnCode === undefined ? body : { ...body, signOnCode: await codeOfBrowser(c, signOnCode) }
}
