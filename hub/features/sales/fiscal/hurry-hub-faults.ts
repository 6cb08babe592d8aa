import { and, eq, notInArray, sql } from 'drizzle-orm'
import { fiscalCashOperations, fiscalReceipts } from '#hub/db/tables/fiscal.ts'
import type { Tx } from '#hub/db/transact.ts'
import { HUB_FAULT } from '#hub/fiscal/own-faults.ts'

/** The settings were saved: what failed by a fault of our own, such as a broken key, is tried at once. */
export async function hurryHubFaults(tx: Tx): Promise<void> {
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
