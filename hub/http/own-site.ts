import type { Context } from 'hono'
import type { CookieOptions } from 'hono/utils/cookie'
import type { HubContext } from '#hub/context.ts'
import { publicUrlOf, readChannels } from '#hub/mail/channels.ts'
import { PAGE_HEADER } from '#shared/contracts/account/auth.ts'
import type { HubEnv } from './env.ts'

type Hub = Pick<HubContext, 'db' | 'mail'>

/** Returns the address that people are sent to: configured, never from a request, whose Host may be forged. */
export async function siteOf(hub: Hub): Promise<string> {
  const channels = await hub.db.platform(readChannels)
  return publicUrlOf(channels, hub.mail) ?? hub.mail.ownUrl
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Returns the origin of the page that sends the request when it is a page of this hub; undefined: it is none, or the page of
 * another site. Pages of this hub are those at a public address that is configured, and on loopback; where no address is
 * configured, also those at the address that the request itself has come to, by plain HTTP.
 *
 * A page of another site can set neither Origin nor Sec-Fetch-Site (Fetch, 2.2.2), and a form sends no header of its own.
 */
export async function siteOfPage(c: Context<HubEnv>): Promise<string | undefined> {
  const origin = c.req.header('Origin')
  if (origin === undefined || c.req.header(PAGE_HEADER) === undefined) return undefined
  const { db, mail } = c.get('hub')
  const channels = await db.platform(readChannels)
  const configured = [channels.publicUrl, mail.publicUrl].flatMap((url) => (url ? [new URL(url).origin] : []))
  const { origin: here, hostname } = new URL(c.req.url)
  const isLoopback = LOOPBACK.includes(hostname)
  const sites = isLoopback || configured.length === 0 ? [...configured, here] : configured
  if (!sites.includes(origin)) return undefined
  const from = c.req.header('Sec-Fetch-Site')
  // Browsers send it to TLS and to loopback alone (Fetch Metadata, 2; Secure Contexts, 3.1).
  const isSent = origin.startsWith('https:') || (origin === here && isLoopback)
  return from === 'same-origin' || (from === undefined && !isSent) ? origin : undefined
}

/**
 * The name and the attributes of a cookie of `site`. Over TLS it has the prefix with which no other site, not even one of the
 * same domain, can have set it (RFC 6265bis, 4.1.3.2). `path` is that of plain HTTP: the prefix wants the root.
 */
export function cookieOf(
  site: string,
  name: string,
  { path = '/', ...attributes }: Pick<CookieOptions, 'path' | 'sameSite'>,
): { name: string; options: CookieOptions } {
  const secure = site.startsWith('https:')
  return {
    name: secure ? `__Host-${name}` : name,
    options: { ...attributes, path: secure ? '/' : path, httpOnly: true, secure },
  }
}
