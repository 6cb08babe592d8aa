import { Problem } from '#shared/problems/problem.ts'
import { router } from './route.ts'

/** Liveness and readiness endpoints for load balancers and supervisors. */
export const healthRoutes = router()

healthRoutes.get('/healthz', (c) => c.json({ status: 'ok' }))

healthRoutes.get('/readyz', async (c) => {
  const hub = c.get('hub')
  if (hub.stopping.aborted) throw new Problem('not_ready', { detail: 'The hub is stopping' })
  await hub.db.ping().catch((cause: Error) => {
    c.get('log').warn({ err: cause }, 'the database does not answer')
    throw new Problem('not_ready', { detail: 'The database does not answer' })
  })
  return c.json({ status: 'ready' })
})
