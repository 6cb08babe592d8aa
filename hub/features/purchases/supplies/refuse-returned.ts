import { and, eq } from 'drizzle-orm'
import { documents } from '#hub/db/tables/documents.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { FullDocument } from '#hub/documents/kind.ts'
import { Problem } from '#shared/problems/problem.ts'

/** Throws `has_returns` when a posted supplier return contains goods of the purchase. */
export async function refuseReturned(tx: Tx, { header }: FullDocument): Promise<void> {
  const returns = await tx
    .select({ id: documents.id, number: documents.number })
    .from(documents)
    .where(
      and(
        eq(documents.organizationId, tx.organizationId),
        eq(documents.basisId, header.id),
        eq(documents.status, 'Posted'),
      ),
    )
  if (returns.length === 0) return
  throw new Problem('has_returns', {
    detail: `It has supplier returns: ${returns.map(({ number }) => number).join(', ')}`,
    extensions: { returns },
  })
}
