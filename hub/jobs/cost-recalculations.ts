import { sql } from 'drizzle-orm'
import type { HubCore } from '#hub/core.ts'
import { recalculateCosts } from '#hub/ledger/recalculate-costs.ts'
import { startPeriodic } from './periodic.ts'

const EVERY_MS = 1000

/**
 * Starts recalculating costs that postings left to a job. The marks of products are the queue. Committed
 * batches persist when the process dies, and any process can continue.
 */
export function startCostRecalculations(hub: HubCore): () => Promise<void> {
  return startPeriodic(hub, 'cost recalculations', EVERY_MS, async () => {
    while (await goOn(hub));
  })
}

type Marked = { organization: string; product: string }

/**
 * Recalculates one batch of each marked product, so that a long recalculation does not delay others. Returns
 * true when more remains.
 */
async function goOn(hub: HubCore): Promise<boolean> {
  const { rows } = await hub.db.platform((tx) =>
    tx.execute<Marked>(sql`
      SELECT organization_id AS organization, product_id AS product FROM platform_cost_recalculations()`),
  )
  let isMore = false
  for (const { organization, product } of rows) {
    if (hub.stopping.aborted) return false
    try {
      isMore = (await hub.db.transact(organization, (tx) => recalculateCosts(tx, product))) || isMore
    } catch (error) {
      // Continue with other products.
      hub.log.warn({ err: error, organization, product }, 'costs could not be recalculated, will retry')
    }
  }
  return isMore
}
