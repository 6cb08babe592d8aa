import { and, eq, notInArray, sql } from 'drizzle-orm'
import { fiscalReceipts } from '#hub/db/tables/fiscal.ts'
import type { Tx } from '#hub/db/transact.ts'
import { HUB_FAULT } from '#hub/fiscal/own-faults.ts'

/** The settings were saved: receipts that failed by a fault of our own, such as a broken key, are tried at once. */
export async function hurryHubFaults(tx: Tx): Promise<void> {
  await tx
    .update(fiscalReceipts)
    .set({ dueAt: sql`now()` })
    .where(
      and(
        eq(fiscalReceipts.organizationId, tx.organizationId),
        eq(fiscalReceipts.code, HUB_FAULT),
        notInArray(fiscalReceipts.state, ['Done', 'Failed']),
      ),
    )
}
