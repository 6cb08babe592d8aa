import { sql } from 'drizzle-orm'
import type { HubCore } from '#hub/core.ts'
import { recalculateCosts } from '#hub/ledger/recalculate-costs.ts'
import { startPeriodic } from './periodic.ts'

const EVERY_MS = 1000

/**
 * Recalculates what costs there is more to of than a posting waits for. The marks of the products are the queue: what
 * is committed of a product stays done when the process dies, and any process goes on with the rest.
 */
export function startCostRecalculations(hub: HubCore): () => Promise<void> {
  return startPeriodic(hub, 'cost recalculations', EVERY_MS, async () => {
    while (await goOn(hub));
  })
}

type Marked = { organization: string; product: string }

/** A portion of each marked product, so that a long one holds up no other. Answers whether there is more to do. */
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
      // Those of other products go on.
      hub.log.warn({ err: error, organization, product }, 'costs could not be worked out, it will come back')
    }
  }
  return isMore
}
