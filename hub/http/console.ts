import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { HubEnv } from './env.ts'
import { router } from './route.ts'

/** Paths that never show the console. An unknown address below them is answered with 404. */
const NO_PAGES = /^\/(api|~|\.well-known|uploads|openapi|docs|assets|r)(\/|$)/

/**
 * Content security policy of the console page. Components set inline styles at run time. Inline scripts are
 * never allowed.
 */
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

/** Caches assets for a year, because their names contain a hash of the content. */
const FOR_EVER = 'public, max-age=31536000, immutable'

const NOT_BUILT = `<!doctype html>
<html lang="en">
<title>Counterfoil</title>
<h1>The hub is running, its console is not built</h1>
<p>Run <code>npm run build</code> and reload this page. The API is described at <a href="/docs">/docs</a>.</p>
</html>
`

/** Serves the scripts, styles and fonts of the console, built into `dir`. */
export function consoleAssets(dir: string): OpenAPIHono<HubEnv> {
  const routes = router()
  if (!existsSync(dir)) return routes
  // Registered for all methods, so that a missing asset is answered with 404 and not with the allowed
  // methods.
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

/**
 * True when a browser requests a page and the path is not reserved for other routes, so that the console is
 * shown.
 */
export const asksForPage = (c: Context<HubEnv>): boolean =>
  (c.req.method === 'GET' || c.req.method === 'HEAD') &&
  (c.req.header('Accept') ?? '').includes('text/html') &&
  !NO_PAGES.test(c.req.path)

/** Sends the console page, which is the same for all addresses. */
export async function consolePage(c: Context<HubEnv>, dir: string): Promise<Response> {
  const page = await readFile(join(dir, 'index.html'), 'utf8').catch(() => undefined)
  if (page === undefined) return c.html(NOT_BUILT, 503)
  return c.html(page, 200, { 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-cache' })
}
