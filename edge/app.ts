import { Hono } from 'hono'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { secureHeaders } from 'hono/secure-headers'
import { TILL_API } from '#shared/contracts/till/routes.ts'
import { closeUnread } from '#shared/http/unread-body.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { AgentContext } from './context.ts'
import { approvalRoutes } from './features/approvals/routes.ts'
import { buyerRoutes } from './features/buyers/routes.ts'
import { cartRoutes } from './features/cart/routes.ts'
import { enrolmentRoutes } from './features/enrolment/routes.ts'
import type { EdgeEnv } from './features/env.ts'
import { favouriteRoutes } from './features/favourites/routes.ts'
import { metricsRoutes } from './features/metrics/routes.ts'
import { pictureRoutes } from './features/pictures/routes.ts'
import { printingRoutes } from './features/printing/routes.ts'
import { productRoutes } from './features/products/routes.ts'
import { receiptRoutes } from './features/receipts/routes.ts'
import { scaleRoutes } from './features/scale/routes.ts'
import { sessionRoutes } from './features/session/routes.ts'
import { shiftRoutes } from './features/shifts/routes.ts'
import { statusRoutes } from './features/status/routes.ts'
import { tileRoutes } from './features/tiles/routes.ts'
import { tillRoutes } from './features/tills/routes.ts'
import { trainingRoutes } from './features/training/routes.ts'
import { voucherRoutes } from './features/vouchers/routes.ts'
import { guardOrigin } from './http/guard-origin.ts'
import { requireJson } from './http/input.ts'
import { errorHandler, noteWorkingDisk, problemResponse } from './http/on-error.ts'
import { ownNames } from './http/own-names.ts'
import { requestLog } from './http/request-log.ts'
import { requireTlsFromNowOn } from './http/scheme.ts'
import { tillPage } from './http/till-page.ts'
import { AGENT_VERSION } from './version.ts'

/**
 * Content security policy of the till page: only its own content. The component library writes style
 * elements, hence the one exception.
 */
const contentSecurityPolicy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
}

/** Creates the agent's server with the local API, the till page and the health endpoint. */
export function createApp(agent: AgentContext): Hono<EdgeEnv> {
  const { config } = agent
  const app = new Hono<EdgeEnv>()
  app.use(async function provide(c, next) {
    c.set('agent', agent)
    await next()
  })
  app.use(requestLog(agent.log))
  app.use(closeUnread)
  app.use(
    secureHeaders({
      contentSecurityPolicy,
      xFrameOptions: 'DENY',
      referrerPolicy: 'no-referrer',
      // Set in scheme.ts.
      strictTransportSecurity: false,
    }),
  )
  app.use(requireTlsFromNowOn)
  app.use(guardOrigin(ownNames(config.host, config.allowedHosts)))
  app.use(noteWorkingDisk(agent.disk))
  app.use(requireJson)
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (_c, methods) => {
        throw new Problem('method_not_allowed', { headers: { Allow: methods.join(', ') } })
      },
    }),
  )

  app.get('/health', (c) => c.json({ status: 'ok', agentVersion: AGENT_VERSION, pid: process.pid }))

  app.route('/', metricsRoutes)

  const api = app.basePath(TILL_API)
  api.route('/', pictureRoutes)
  // Applies to the whole local API except pictures, which never change.
  api.use(async function neverCache(c, next) {
    await next()
    c.header('Cache-Control', 'no-store')
  })
  api.route('/', statusRoutes)
  api.route('/', enrolmentRoutes)
  api.route('/', tillRoutes)
  api.route('/', sessionRoutes)
  api.route('/', productRoutes)
  api.route('/', tileRoutes)
  api.route('/', favouriteRoutes)
  api.route('/', scaleRoutes)
  api.route('/', cartRoutes)
  api.route('/', buyerRoutes)
  api.route('/', voucherRoutes)
  api.route('/', receiptRoutes)
  api.route('/', printingRoutes)
  api.route('/', shiftRoutes)
  api.route('/', approvalRoutes)
  api.route('/', trainingRoutes)

  app.route('/', tillPage(config.tillPageDir))
  app.notFound((c) => problemResponse(new Problem('not_found', { detail: `Nothing is at ${c.req.path}` }), c))
  app.onError(errorHandler(agent))
  return app
}
