import type { Context } from 'hono'
import type { HubEnv } from '#hub/http/env.ts'
import { type PrintedPage, renderPage } from './page.ts'
import { PAGE_POLICY } from './style.ts'

/** Content type of routes that respond with `sendPage`. */
export const PAGE_CONTENT_TYPE = 'text/html'

/** Responds with a page that can load and run nothing. */
export async function sendPage(c: Context<HubEnv>, page: PrintedPage): Promise<Response> {
  return c.body(String(await renderPage(page)), 200, {
    'Content-Type': `${PAGE_CONTENT_TYPE}; charset=utf-8`,
    'Content-Language': page.language,
    'Content-Security-Policy': PAGE_POLICY,
    'Cache-Control': 'no-store',
    Vary: 'Accept-Language',
  })
}
