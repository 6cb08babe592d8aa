import { sql } from 'drizzle-orm'
import type { HubContext } from '#hub/context.ts'
import type { Database } from '#hub/db/transact.ts'
import { recalculateCosts } from '#hub/ledger/recalculate-costs.ts'
import { startPeriodic } from './periodic.ts'

const EVERY_MS = 1000

type Marked = { organization: string; product: string }

/** Works out anew what costs there is more to of than a posting waits for. The marks of the products are the queue. */
export function startCostRecalculations(hub: HubContext): () => Promise<void> {
  return startPeriodic(hub, 'cost recalculations', EVERY_MS, async () => {
    const { rows } = await hub.db.platform((tx) =>
      tx.execute<Marked>(sql`
        SELECT organization_id AS organization, product_id AS product FROM platform_cost_recalculations()`),
    )
    for (const { organization, product } of rows) {
      try {
        await finishRecalculation(hub.db, organization, product, hub.stopping)
      } catch (error) {
        // Those of other products go on.
        hub.log.warn(
          { err: error, organization, product },
          'costs could not be worked out, it will come back',
        )
      }
    }
  })
}

/** All portions of a product, a transaction each: what is done of them stays done when the process dies. */
export async function finishRecalculation(
  db: Database,
  organizationId: string,
  productId: string,
  stopping: AbortSignal,
): Promise<void> {
  for (let isMore = true; isMore && !stopping.aborted; )
    isMore = await db.transact(organizationId, (tx) => recalculateCosts(tx, productId))
}
