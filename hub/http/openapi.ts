import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { OpenAPIHono } from '@hono/zod-openapi'
import packageJson from '../../package.json' with { type: 'json' }
import type { HubEnv } from './env.ts'
import { markReadOnly } from './read-only.ts'
import { router } from './route.ts'

export const OPENAPI_PATH = '/openapi/v1/openapi.json'

/** Serves the OpenAPI description, generated from the contracts that validate requests, and a page for reading it. */
export function documentationRoutes(app: OpenAPIHono<HubEnv>): OpenAPIHono<HubEnv> {
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'An access token of POST /~/connect/token. A SuperAdmin works inside an organization by sending its id in the header ' +
      'X-Organization-Id after beginning a visit there, and on the whole platform without the header.',
  })
  let description: object | undefined
  const routes = router()
  routes.get(OPENAPI_PATH, (c) => {
    description ??= describe(app)
    return c.json(description)
  })
  routes.get('/docs', (c) => c.html(PAGE, 200, { 'Content-Security-Policy': PAGE_POLICY }))
  routes.get('/docs/start.js', (c) =>
    c.body(START_SCRIPT, 200, { 'Content-Type': ASSETS['swagger-ui-bundle.js'] }),
  )
  for (const [name, type] of Object.entries(ASSETS)) {
    routes.get(`/docs/${name}`, async (c) =>
      c.body(await readFile(join(SWAGGER_UI, name), 'utf8'), 200, {
        'Content-Type': type,
        'Cache-Control': 'public, max-age=86400',
      }),
    )
  }
  return routes
}

function describe(app: OpenAPIHono<HubEnv>): object {
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Counterfoil hub',
      version: packageJson.version,
      description: packageJson.description,
      license: { name: 'MIT' },
    },
    servers: [{ url: '/' }],
  })
  markReadOnly(document)
  return document
}

const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const ASSETS = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const

const PAGE_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'"

const START_SCRIPT = `SwaggerUIBundle({ url: '${OPENAPI_PATH}', dom_id: '#docs', deepLinking: true, docExpansion: 'none' })`

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Counterfoil hub: API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<main id="docs"></main>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>`
