import type { Context } from 'hono'
import type { CookieOptions } from 'hono/utils/cookie'
import type { HubContext } from '#hub/context.ts'
import { publicUrlOf, readChannels } from '#hub/integrations/mail/channels.ts'
import { PAGE_HEADER } from '#shared/contracts/account/auth.ts'
import type { HubEnv } from './env.ts'

type Hub = Pick<HubContext, 'db' | 'mail'>

/** Returns the address of the hub for links: configured, never taken from a request, whose Host may be forged. */
export async function siteOf(hub: Hub): Promise<string> {
  const channels = await hub.db.platform(readChannels)
  return publicUrlOf(channels, hub.mail) ?? hub.mail.ownUrl
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Returns the origin of the page that sends the request if it is a page of this hub; undefined: there is no
 * page, or it is one of another site. Pages of this hub are those at a configured public address and on
 * loopback. Without a configured address, pages at the address of the request itself by plain HTTP count,
 * too.
 *
 * A page of another site can set neither Origin nor Sec-Fetch-Site (Fetch, 2.2.2), and a form cannot send
 * custom headers.
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
  // Browsers send Sec-Fetch-Site only to TLS and to loopback (Fetch Metadata, 2; Secure Contexts, 3.1).
  const isSent = origin.startsWith('https:') || (origin === here && isLoopback)
  return from === 'same-origin' || (from === undefined && !isSent) ? origin : undefined
}

/**
 * Returns the name and the attributes of a cookie of `site`. Over TLS it has the prefix with which no other
 * site, not even one of the same domain, can have set it (RFC 6265bis, 4.1.3.2). `path` only applies to plain
 * HTTP: the prefix requires the root.
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
