import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { HubEnv } from './env.ts'
import { router } from './route.ts'

/** What belongs to the API whatever a browser asks for: an address that is not served there is no page. */
const NO_PAGES = /^\/(api|~|\.well-known|uploads|openapi|docs|assets|r)(\/|$)/

/** Styles that the components set at run time stand in the page; scripts never do. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A year: the build puts a hash of the content into the names of assets. */
const FOR_EVER = 'public, max-age=31536000, immutable'

const NOT_BUILT = `<!doctype html>
<html lang="en">
<title>Counterfoil</title>
<h1>The hub is running, its console is not built</h1>
<p>Run <code>npm run build</code> and reload this page. The API is described at <a href="/docs">/docs</a>.</p>
</html>
`

/** The scripts, styles and fonts of the console, as it was built into `dir`. */
export function consoleAssets(dir: string): OpenAPIHono<HubEnv> {
  const routes = router()
  if (!existsSync(dir)) return routes
  // For all methods, as no route of the API is: what is not there is not found.
  routes.use(
    '/assets/*',
    serveStatic({
      root: dir,
      precompressed: true,
      onFound: (_path, c) => c.header('Cache-Control', FOR_EVER),
    }),
  )
  return routes
}

/** Whether a browser asks for a page that is no route of the API: its address is one of the console. */
export const asksForPage = (c: Context<HubEnv>): boolean =>
  (c.req.method === 'GET' || c.req.method === 'HEAD') &&
  (c.req.header('Accept') ?? '').includes('text/html') &&
  !NO_PAGES.test(c.req.path)

/** The page of the console: one for all its addresses. */
export async function consolePage(c: Context<HubEnv>, dir: string): Promise<Response> {
  const page = await readFile(join(dir, 'index.html'), 'utf8').catch(() => undefined)
  if (page === undefined) return c.html(NOT_BUILT, 503)
  return c.html(page, 200, { 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-cache' })
}
