import { Hono } from 'hono'
import type { EdgeEnv } from '../env.ts'

/** For a Prometheus on this machine or under one of the allowed names, like the local API. */
export const metricsRoutes = new Hono<EdgeEnv>()

metricsRoutes.get('/metrics', async (c) => {
  const { metrics } = c.get('agent')
  return c.body(await metrics.text(), 200, { 'Content-Type': metrics.contentType })
})
