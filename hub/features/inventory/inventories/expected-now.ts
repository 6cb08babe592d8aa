import { sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import type { FullDocument, LineRow } from '#hub/documents/kind.ts'
import type { Quantity } from '#shared/money/decimal.ts'

/**
 * Returns the lines of a draft with their difference from the current books, each as of the time it was
 * counted. Omits the differences in a blind count, whose counters must not see expected quantities
 * (docs/domain.md#stock-counts).
 */
export async function expectedNow(tx: Tx, { header, lines }: FullDocument): Promise<LineRow[]> {
  if (header.countMode === 'Blind' || !header.storeId) return lines
  const moments = lines.map(({ countedAt }) => (countedAt ?? header.date).toISOString())
  const { rows } = await tx.execute<{ id: string; quantity: string }>(sql`
    SELECT line.id, coalesce((
      SELECT movement.balance_after FROM stock_movements AS movement
      WHERE movement.organization_id = ${tx.organizationId} AND movement.product_id = line.product_id
        AND movement.store_id = ${header.storeId} AND movement.moment <= line.moment
      ORDER BY movement.moment DESC, movement.seq DESC LIMIT 1
    ), 0) AS quantity
    FROM unnest(
      ${sql.param(lines.map(({ id }) => id))}::uuid[], ${sql.param(lines.map(({ productId }) => productId))}::uuid[],
      ${sql.param(moments)}::timestamptz[]
    ) AS line (id, product_id, moment)`)
  const expected = new Map(rows.map(({ id, quantity }) => [id, Number(quantity)]))
  return lines.map((line) => ({
    ...line,
    difference: (line.quantity - (expected.get(line.id) ?? 0)) as Quantity,
  }))
}
