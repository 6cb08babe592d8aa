import { Hono } from 'hono'
import type { EdgeEnv } from '../env.ts'

/**
 * Metrics for a Prometheus server. As for the local API, the agent must be addressed as this machine or by an
 * allowed host name.
 */
export const metricsRoutes = new Hono<EdgeEnv>()

metricsRoutes.get('/metrics', async (c) => {
  const { metrics } = c.get('agent')
  return c.body(await metrics.text(), 200, { 'Content-Type': metrics.contentType })
})
