import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { unauthenticated } from '#hub/auth/challenge.ts'
import type { HubEnv } from '#hub/http/env.ts'
import { router } from '#hub/http/route.ts'
import { Problem } from '#shared/problems/problem.ts'
import { sleep } from '#shared/std/retry.ts'
import { describeFleet, type Fleet, readFleet } from './fleet.ts'

/**
 * Less than Prometheus's default time-out of 10 s, so that process metrics are sent even when the database is
 * slow.
 */
const DATABASE_PATIENCE_MS = 5000

/** Serves metrics to clients with the configured token. Responds with 404 when no token is configured. */
export const metricsRoutes = router()

metricsRoutes.get('/metrics', async (c) => {
  const { metrics, metricsToken } = c.get('hub')
  if (!metricsToken) throw new Problem('not_found', { detail: 'METRICS_TOKEN is not set' })
  const given = /^Bearer (.+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? ''
  if (!isSame(metricsToken, given)) throw unauthenticated('METRICS_TOKEN is required as bearer token')
  const fleet = await findFleet(c)
  const texts = [await metrics.registry.metrics(), await describeFleet(fleet).metrics()]
  return c.body(texts.join('\n'), 200, { 'Content-Type': metrics.registry.contentType })
})

/** Returns the fleet, or undefined when the database fails or does not respond in time. */
async function findFleet(c: Context<HubEnv>): Promise<Fleet | undefined> {
  const answered = new AbortController()
  const tooLate = sleep(DATABASE_PATIENCE_MS, answered.signal).then(() => undefined)
  try {
    return await Promise.race([readFleet(c.get('hub').db), tooLate])
  } catch (error) {
    c.get('log').warn({ err: error }, 'the fleet could not be read for the metrics')
    return undefined
  } finally {
    answered.abort()
  }
}

/** Compares in constant time. The hashes have the same length for any input. */
function isSame(expected: string, given: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(expected), hash(given))
}
