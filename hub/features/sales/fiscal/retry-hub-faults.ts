import { and, eq, notInArray, sql } from 'drizzle-orm'
import { fiscalCashOperations, fiscalReceipts } from '#hub/db/tables/fiscal.ts'
import type { Tx } from '#hub/db/transact.ts'
import { HUB_FAULT } from '#hub/integrations/fiscal/own-faults.ts'

/**
 * Retries records that failed because of a hub error, such as an unreadable key. Called after the settings
 * have been saved.
 */
export async function retryHubFaults(tx: Tx): Promise<void> {
  for (const table of [fiscalReceipts, fiscalCashOperations]) {
    await tx
      .update(table)
      .set({ dueAt: sql`now()` })
      .where(
        and(
          eq(table.organizationId, tx.organizationId),
          eq(table.code, HUB_FAULT),
          notInArray(table.state, ['Done', 'Failed']),
        ),
      )
  }
}
