import { sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import type { UnpostWarning } from '#shared/contracts/postings.ts'

interface Moved {
  productId: string
  moment: Date
}

/**
 * Returns a warning for each posted stock count that later counted some of the products in one of the stores.
 * Unposting an earlier document changes the differences of such a count, but not its counted quantities
 * (docs/domain.md#stock-counts).
 */
export async function warnOfLaterCounts(
  tx: Tx,
  documentId: string,
  storeIds: readonly (string | null)[],
  moved: readonly Moved[],
): Promise<UnpostWarning[]> {
  const { rows } = await tx.execute<{ id: string; number: string; products: number }>(sql`
    SELECT count.id, count.number, count(DISTINCT line.product_id)::int AS products
    FROM documents AS count
    JOIN document_lines AS line
      ON line.organization_id = count.organization_id AND line.document_id = count.id
    JOIN unnest(
      ${sql.param(moved.map(({ productId }) => productId))}::uuid[],
      ${sql.param(moved.map(({ moment }) => moment.toISOString()))}::timestamptz[]
    ) AS moved (product_id, moment) USING (product_id)
    WHERE count.organization_id = ${tx.organizationId} AND count.type = 'Inventory' AND count.status = 'Posted'
      AND count.store_id = ANY(${sql.param(storeIds.filter((id) => id !== null))}::uuid[]) AND count.id <> ${documentId}
      AND coalesce(line.counted_at, count.date) >= moved.moment
    GROUP BY count.organization_id, count.id ORDER BY count.date, count.id LIMIT 20`)
  return rows.map(({ id, number, products }) => ({
    code: 'counted_later',
    detail: `The stock count ${number} counted ${products} of the products later: its differences have changed`,
    documentId: id,
    documentNumber: number,
  }))
}
