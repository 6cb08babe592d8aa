import type { OpenAPIHono } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { closeUnread } from '#shared/http/unread-body.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { HubContext } from './context.ts'
import { documentRoutes } from './documents/routes.ts'
import { discoveryRoutes } from './features/account/discovery.ts'
import { signupRoutes } from './features/account/signup/routes.ts'
import { tokenRoutes } from './features/account/token/routes.ts'
import { counterpartyExportRoutes, counterpartyRoutes } from './features/catalog/counterparties/routes.ts'
import { countryRoutes } from './features/catalog/countries/routes.ts'
import { currencyRoutes } from './features/catalog/currencies/routes.ts'
import { priceTypeRoutes } from './features/catalog/price-types/routes.ts'
import { productGroupRoutes } from './features/catalog/product-groups/routes.ts'
import { productImageRoutes } from './features/catalog/product-images/routes.ts'
import { productImportRoutes } from './features/catalog/product-imports/routes.ts'
import { productRoutes } from './features/catalog/products/routes.ts'
import { pairingCodeRoutes, retailPointRoutes } from './features/catalog/retail-points/routes.ts'
import { storeRoutes } from './features/catalog/stores/routes.ts'
import { unitOfMeasureRoutes } from './features/catalog/units-of-measure/routes.ts'
import { deviceRoutes } from './features/fleet/devices/routes.ts'
import { metricsRoutes, requestMetrics } from './features/fleet/metrics/routes.ts'
import { workListRoutes } from './features/fleet/work-list/routes.ts'
import { booksCheckRoutes } from './features/inventory/books-check/routes.ts'
import { enter } from './features/inventory/enters/enter.ts'
import { inventory } from './features/inventory/inventories/inventory.ts'
import { loss } from './features/inventory/losses/loss.ts'
import { movementRoutes } from './features/inventory/movements/routes.ts'
import { stockRoutes } from './features/inventory/stock/routes.ts'
import { transfer } from './features/inventory/transfers/transfer.ts'
import { organizationSettingsRoutes } from './features/organization/settings/routes.ts'
import { platformUnitOfMeasureRoutes } from './features/platform/units-of-measure/routes.ts'
import { downloadRoutes } from './features/pos/download/routes.ts'
import { enrolmentRoutes } from './features/pos/enrolment/routes.ts'
import { recallRoutes } from './features/pos/recall/routes.ts'
import { snapshotRoutes } from './features/pos/snapshot/routes.ts'
import { uploadRoutes } from './features/pos/upload/routes.ts'
import { supplierReturn } from './features/purchases/supplier-returns/supplier-return.ts'
import { supply } from './features/purchases/supplies/supply.ts'
import { cashMovementRoutes } from './features/sales/cash-movements/routes.ts'
import { demand } from './features/sales/demands/demand.ts'
import { retailOfficeRoutes } from './features/sales/retail/office-routes.ts'
import { retailSaleRoutes } from './features/sales/retail/routes.ts'
import { shiftRoutes } from './features/sales/shifts/routes.ts'
import { tillEventRoutes } from './features/sales/till-events/routes.ts'
import { uploadedFileRoutes } from './features/uploads/routes.ts'
import type { HubEnv } from './http/env.ts'
import { healthRoutes } from './http/health.ts'
import { onError, problemResponse } from './http/on-error.ts'
import { documentationRoutes } from './http/openapi.ts'
import { requestLog } from './http/request-log.ts'
import { router } from './http/route.ts'

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
  app.use(closeUnread)
  app.use(storeNothing)
  app.use((c, next) => (c.req.path.startsWith('/uploads/') ? fileHeaders(c, next) : ordinaryHeaders(c, next)))

  app.route('/', healthRoutes)
  app.route('/', metricsRoutes)
  app.route('/', discoveryRoutes(issuer))
  app.route('/', tokenRoutes)
  app.route('/', signupRoutes)
  app.route('/', productImportRoutes)
  app.route('/', productRoutes)
  app.route('/', productImageRoutes)
  app.route('/', uploadedFileRoutes)
  app.route('/', productGroupRoutes)
  app.route('/', priceTypeRoutes)
  app.route('/', unitOfMeasureRoutes)
  app.route('/', storeRoutes)
  app.route('/', retailPointRoutes)
  // Before the resource, whose /{id} would match it.
  app.route('/', counterpartyExportRoutes)
  app.route('/', counterpartyRoutes)
  app.route('/', countryRoutes)
  app.route('/', currencyRoutes)
  app.route('/', pairingCodeRoutes)
  app.route('/', stockRoutes)
  app.route('/', movementRoutes)
  app.route('/', booksCheckRoutes)
  // Before the list and the sales themselves, whose /{id} would match its words.
  app.route('/', retailOfficeRoutes)
  app.route('/', retailSaleRoutes)
  for (const kind of [supply, supplierReturn, demand, enter, inventory, loss, transfer])
    app.route('/', documentRoutes(kind))
  app.route('/', shiftRoutes)
  app.route('/', cashMovementRoutes)
  app.route('/', tillEventRoutes)
  app.route('/', organizationSettingsRoutes)
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

/**
 * An answer is not kept on its way (RFC 9111, 5.2.2.5) unless it says how: files whose address nobody guesses, replica
 * files that are asked for by their ETag, what is the same for everybody.
 */
const storeNothing: MiddlewareHandler<HubEnv> = async function storeNothing(c, next) {
  await next()
  if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store')
}

const ordinaryHeaders = secureHeaders({ crossOriginResourcePolicy: 'same-origin', xFrameOptions: 'DENY' })
/** Pages of other origins, such as those of tills, show uploaded images; nothing in one is ever run. */
const fileHeaders = secureHeaders({
  crossOriginResourcePolicy: 'cross-origin',
  contentSecurityPolicy: { defaultSrc: ["'none'"], sandbox: [] },
  xFrameOptions: 'DENY',
})
