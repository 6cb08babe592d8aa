import { and, eq } from 'drizzle-orm'
import { retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { Problem } from '#shared/problems/problem.ts'

const MOST_NAMED = 20

/** Throws `has_returns` when a posted return refers to the sale. */
export async function refuseReturned(tx: Tx, saleId: string): Promise<void> {
  const returns = await tx
    .select({ id: retailSales.id, number: retailSales.number })
    .from(retailSales)
    .where(
      and(
        eq(retailSales.organizationId, tx.organizationId),
        eq(retailSales.originalSaleId, saleId),
        eq(retailSales.status, 'Posted'),
      ),
    )
    .limit(MOST_NAMED)
  if (returns.length === 0) return
  throw new Problem('has_returns', {
    detail: `It has returns: ${returns.map(({ number }) => number).join(', ')}`,
    extensions: { returns },
  })
}
