import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'

const NOT_BUILT = `<!doctype html>
<html lang="en">
<title>Counterfoil</title>
<h1>The agent is running, its till page is not built</h1>
<p>Run <code>npm run build</code> and reload this page. The local API is at /api/till/v1.</p>
</html>
`

/** Serves the till page from its build folder `dir`. */
export function tillPage(dir: string): Hono {
  const app = new Hono()
  app.get('/', async (c, next) => {
    if (existsSync(join(dir, 'index.html'))) return next()
    return c.html(NOT_BUILT, 503)
  })
  if (!existsSync(dir)) return app
  app.use('/*', setCacheControl)
  app.get('/*', serveStatic({ root: dir }))
  return app
}

/** Assets can be cached forever, because the build puts a content hash into their names. */
const setCacheControl: MiddlewareHandler = async function setCacheControl(c, next) {
  await next()
  const isHashed = c.req.path.startsWith('/assets/')
  if (c.res.ok) c.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
}
