import type { Context } from 'hono'
import type { CookieOptions } from 'hono/utils/cookie'
import type { HubContext } from '#hub/context.ts'
import { publicUrlOf, readChannels } from '#hub/integrations/mail/channels.ts'
import { PAGE_HEADER } from '#shared/contracts/account/auth.ts'
import type { HubEnv } from './env.ts'

type Hub = Pick<HubContext, 'db' | 'mail'>

/**
 * Returns the address of the hub for links. It is configured and never taken from a request, whose Host can
 * be forged.
 */
export async function siteOf(hub: Hub): Promise<string> {
  const channels = await hub.db.platform(readChannels)
  return publicUrlOf(channels, hub.mail) ?? hub.mail.ownUrl
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Returns the origin of the requesting page if it belongs to this hub. Returns undefined for another site,
 * and for a client that is not a page. Pages belong to this hub at a configured public address and on
 * loopback. Without a configured address, pages at the request's own address over plain HTTP count too.
 *
 * A page of another site can forge neither Origin nor Sec-Fetch-Site (Fetch, section 2.2.2), and a form
 * cannot send custom headers.
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
  // Browsers send Sec-Fetch-Site only over TLS and to loopback (Fetch Metadata, section 2; Secure Contexts,
  // section 3.1).
  const isSent = origin.startsWith('https:') || (origin === here && isLoopback)
  return from === 'same-origin' || (from === undefined && !isSent) ? origin : undefined
}

/**
 * Returns the name and attributes of a cookie for `site`. Over TLS the name has a prefix that prevents other
 * sites, even of the same domain, from setting the cookie (RFC 6265bis, section 4.1.3.2). `path` applies only
 * to plain HTTP, because the prefix requires the root path.
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
