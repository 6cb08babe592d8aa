import type { OpenAPIHono } from '@hono/zod-openapi'
import { closeUnread } from '#shared/http/unread-body.ts'
import { CONSOLE_DIR } from './config/config.ts'
import type { HubContext } from './context.ts'
import { accountRoutes } from './features/account/routes.ts'
import { catalogRoutes } from './features/catalog/routes.ts'
import { connectionRoutes } from './features/connections/routes.ts'
import { dashboardRoutes } from './features/dashboard/routes.ts'
import { dataRoutes } from './features/data/routes.ts'
import { fleetRoutes } from './features/fleet/routes.ts'
import { inventoryRoutes } from './features/inventory/routes.ts'
import { loyaltyRoutes } from './features/loyalty/routes.ts'
import { operationRoutes } from './features/operations/routes.ts'
import { organizationRoutes } from './features/organization/routes.ts'
import { platformRoutes } from './features/platform/routes.ts'
import { posRoutes } from './features/pos/routes.ts'
import { purchasesRoutes } from './features/purchases/routes.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { salesRoutes } from './features/sales/routes.ts'
import { uploadedFileRoutes } from './features/uploads/routes.ts'
import { asksForPage, consoleAssets, consolePage } from './http/console.ts'
import type { HubEnv } from './http/env.ts'
import { protectiveHeaders, storeNothing } from './http/headers.ts'
import { healthRoutes } from './http/health.ts'
import { noRoute } from './http/no-route.ts'
import { onError, problemResponse } from './http/on-error.ts'
import { documentationRoutes } from './http/openapi.ts'
import { provide } from './http/provide.ts'
import { requestLog } from './http/request-log.ts'
import { requestMetrics } from './http/request-metrics.ts'
import { router } from './http/route.ts'

/** Creates the hub's application: the middleware for all requests, then the routes of each area. */
export function createApp(hub: HubContext, issuer: string, consoleDir = CONSOLE_DIR): OpenAPIHono<HubEnv> {
  const app = router()
  app.onError(onError)
  app.notFound((c) =>
    asksForPage(c) ? consolePage(c, consoleDir) : problemResponse(noRoute(app, c.req.method, c.req.path), c),
  )
  app.use(provide(hub), requestLog, requestMetrics, closeUnread, storeNothing, protectiveHeaders)
  app.route('/', accountRoutes(issuer))
  app.route('/', organizationRoutes)
  app.route('/', connectionRoutes)
  app.route('/', dataRoutes)
  app.route('/', operationRoutes)
  app.route('/', catalogRoutes)
  app.route('/', inventoryRoutes)
  app.route('/', loyaltyRoutes)
  app.route('/', purchasesRoutes)
  app.route('/', salesRoutes)
  app.route('/', reportRoutes)
  app.route('/', dashboardRoutes)
  app.route('/', posRoutes)
  app.route('/', fleetRoutes)
  app.route('/', platformRoutes)
  app.route('/', uploadedFileRoutes)
  app.route('/', healthRoutes)
  app.route('/', consoleAssets(consoleDir))
  app.route('/', documentationRoutes(app))
  return app
}
