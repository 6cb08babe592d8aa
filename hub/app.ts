import type { OpenAPIHono } from '@hono/zod-openapi'
import { bodyLimit } from 'hono/body-limit'
import { secureHeaders } from 'hono/secure-headers'
import { Problem } from '#shared/problems/problem.ts'
import type { HubContext } from './context.ts'
import { documentRoutes } from './documents/routes.ts'
import { discoveryRoutes } from './features/account/discovery.ts'
import { signupRoutes } from './features/account/signup/routes.ts'
import { tokenRoutes } from './features/account/token/routes.ts'
import { priceTypeRoutes } from './features/catalog/price-types/routes.ts'
import { productGroupRoutes } from './features/catalog/product-groups/routes.ts'
import { productRoutes } from './features/catalog/products/routes.ts'
import { pairingCodeRoutes, retailPointRoutes } from './features/catalog/retail-points/routes.ts'
import { storeRoutes } from './features/catalog/stores/routes.ts'
import { unitOfMeasureRoutes } from './features/catalog/units-of-measure/routes.ts'
import { enter } from './features/inventory/enters/enter.ts'
import { inventory } from './features/inventory/inventories/inventory.ts'
import { loss } from './features/inventory/losses/loss.ts'
import { movementRoutes } from './features/inventory/movements/routes.ts'
import { stockRoutes } from './features/inventory/stock/routes.ts'
import { transfer } from './features/inventory/transfers/transfer.ts'
import { platformUnitOfMeasureRoutes } from './features/platform/units-of-measure/routes.ts'
import { downloadRoutes } from './features/pos/download/routes.ts'
import { enrolmentRoutes } from './features/pos/enrolment/routes.ts'
import { recallRoutes } from './features/pos/recall/routes.ts'
import { snapshotRoutes } from './features/pos/snapshot/routes.ts'
import { UPLOAD_LIMIT_BYTES, uploadRoutes } from './features/pos/upload/routes.ts'
import { supplierReturn } from './features/purchases/supplier-returns/supplier-return.ts'
import { supply } from './features/purchases/supplies/supply.ts'
import { cashMovementRoutes } from './features/sales/cash-movements/routes.ts'
import { demand } from './features/sales/demands/demand.ts'
import { retailSaleRoutes } from './features/sales/retail/routes.ts'
import { shiftRoutes } from './features/sales/shifts/routes.ts'
import { tillEventRoutes } from './features/sales/till-events/routes.ts'
import { deviceRoutes } from './features/sync/devices/routes.ts'
import { workListRoutes } from './features/sync/work-list/routes.ts'
import type { HubEnv } from './http/env.ts'
import { healthRoutes } from './http/health.ts'
import { metricsRoutes, requestMetrics } from './http/metrics/routes.ts'
import { refuseNulBytes } from './http/nul-bytes.ts'
import { onError, problemResponse } from './http/on-error.ts'
import { documentationRoutes } from './http/openapi.ts'
import { requestLog } from './http/request-log.ts'
import { router } from './http/route.ts'

const BODY_LIMIT_BYTES = 1024 * 1024
const UPLOAD_PATH = '/api/pos/v1/sales'

/** The hub's application: middleware in order, then one line per feature. */
export function createApp(hub: HubContext, issuer: string): OpenAPIHono<HubEnv> {
  const app = router()
  app.onError(onError)
  app.notFound((c) => problemResponse(noRoute(app, c.req.method, c.req.path), c))

  app.use(async (c, next) => {
    c.set('hub', hub)
    await next()
    // Or a client that asks again at once would keep a stopping hub from closing.
    if (hub.stopping.aborted) c.header('Connection', 'close')
  })
  app.use(requestLog)
  app.use(requestMetrics)
  app.use(secureHeaders({ crossOriginResourcePolicy: 'same-origin', xFrameOptions: 'DENY' }))
  app.use(limitBody)
  app.use(async (c, next) => (c.req.path === UPLOAD_PATH ? next() : refuseNulBytes(c, next)))

  app.route('/', healthRoutes)
  app.route('/', metricsRoutes)
  app.route('/', discoveryRoutes(issuer))
  app.route('/', tokenRoutes)
  app.route('/', signupRoutes)
  app.route('/', productRoutes)
  app.route('/', productGroupRoutes)
  app.route('/', priceTypeRoutes)
  app.route('/', unitOfMeasureRoutes)
  app.route('/', storeRoutes)
  app.route('/', retailPointRoutes)
  app.route('/', pairingCodeRoutes)
  app.route('/', stockRoutes)
  app.route('/', movementRoutes)
  app.route('/', retailSaleRoutes)
  for (const kind of [supply, supplierReturn, demand, enter, inventory, loss, transfer])
    app.route('/', documentRoutes(kind))
  app.route('/', shiftRoutes)
  app.route('/', cashMovementRoutes)
  app.route('/', tillEventRoutes)
  app.route('/', enrolmentRoutes)
  app.route('/', downloadRoutes)
  app.route('/', snapshotRoutes)
  app.route('/', uploadRoutes)
  app.route('/', recallRoutes)
  app.route('/', workListRoutes)
  app.route('/', deviceRoutes)
  app.route('/', platformUnitOfMeasureRoutes)
  app.route('/', documentationRoutes(app))
  return app
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

function noRoute(app: OpenAPIHono<HubEnv>, method: string, path: string): Problem {
  // Middleware is there for ALL methods of a path; a route is there for its own.
  const allowed = METHODS.filter((other) =>
    app.router.match(other, path)[0].some(([[, route]]) => route.method === other),
  )
  if (allowed.length === 0) return new Problem('not_found', { detail: `${method} ${path}` })
  const Allow = allowed.join(', ')
  return new Problem('method_not_allowed', { detail: `Served here: ${Allow}`, headers: { Allow } })
}

const tooLarge = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new Problem('payload_too_large', { detail: `At most ${maxSize} bytes are taken` })
    },
  })
const ordinaryLimit = tooLarge(BODY_LIMIT_BYTES)
const uploadLimit = tooLarge(UPLOAD_LIMIT_BYTES)

const limitBody: typeof ordinaryLimit = (c, next) =>
  c.req.path === UPLOAD_PATH ? uploadLimit(c, next) : ordinaryLimit(c, next)
