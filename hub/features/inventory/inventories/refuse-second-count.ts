import { and, eq, ne, sql } from 'drizzle-orm'
import { documents } from '#hub/db/tables/documents.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { FullDocument } from '#hub/documents/kind.ts'
import { Problem } from '#shared/problems/problem.ts'

/**
 * Throws `counted_already` for a second count of the same store at the same time, because the valid one would
 * be ambiguous.
 */
export async function refuseSecondCount(tx: Tx, { header }: FullDocument): Promise<void> {
  // Serializes concurrent counts, so that the second one sees the first.
  const place = `${tx.organizationId} count ${header.storeId} ${header.date.toISOString()}`
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${place}, 0))`)
  const [other] = await tx
    .select({ number: documents.number })
    .from(documents)
    .where(
      and(
        eq(documents.organizationId, tx.organizationId),
        eq(documents.type, 'Inventory'),
        eq(documents.status, 'Posted'),
        eq(documents.date, header.date),
        header.storeId ? eq(documents.storeId, header.storeId) : undefined,
        ne(documents.id, header.id),
      ),
    )
    .limit(1)
  if (!other) return
  throw new Problem('counted_already', {
    detail: `Stock count ${other.number} of the same store has the same time`,
    errors: [{ pointer: '#/date', detail: `is the time of stock count ${other.number}` }],
  })
}
