import { and, eq, ne } from 'drizzle-orm'
import { fiscalReceipts } from '#hub/db/tables/fiscal.ts'
import type { Tx } from '#hub/db/transact.ts'
import { Problem } from '#shared/problems/problem.ts'

/**
 * Throws `cleanup_refused` while a fiscal receipt of the organization is unfinished. This includes stuck
 * receipts: the provider may have issued one, and nobody could check after its deletion.
 */
export async function refuseUnmadeReceipts(tx: Tx): Promise<void> {
  const own = eq(fiscalReceipts.organizationId, tx.organizationId)
  const unmade = await tx.$count(fiscalReceipts, and(own, ne(fiscalReceipts.state, 'Done')))
  if (unmade === 0) return
  throw new Problem('cleanup_refused', {
    detail: `Fiscal receipts not issued yet: ${unmade}. Wait for them and resolve the stuck ones`,
  })
}
