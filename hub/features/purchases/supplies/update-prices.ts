import { sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import type { FullDocument } from '#hub/documents/kind.ts'
import { landedCost } from '#hub/documents/landed-cost.ts'
import type { Settings } from '#hub/documents/settings.ts'

/**
 * What the goods cost becomes the cost of their products, unless a later supply has told it already; shelf prices that
 * the lines name become those of the default price type. Of several lines with one product the last one that tells it
 * counts.
 */
export async function updatePrices(
  tx: Tx,
  { header, lines }: FullDocument,
  settings: Settings,
): Promise<void> {
  if (settings.updateCostOnSupply) {
    await tx.execute(sql`
      UPDATE products AS product SET cost = supplied.cost, version = version + 1, updated_at = now()
      FROM (
        SELECT DISTINCT ON (id) id, cost FROM unnest(
          ${sql.param(lines.map(({ productId }) => productId))}::uuid[],
          ${sql.param(lines.map((line) => landedCost(header, line, settings)))}::bigint[]
        ) WITH ORDINALITY AS line (id, cost, place)
        ORDER BY id, place DESC
      ) AS supplied
      WHERE product.organization_id = ${tx.organizationId} AND product.id = supplied.id
        AND product.cost <> supplied.cost
        AND NOT EXISTS (
          SELECT FROM stock_movements AS later
          WHERE later.organization_id = ${tx.organizationId} AND later.product_id = product.id
            AND later.document_type = 'Supply' AND later.moment > ${header.date.toISOString()}::timestamptz)`)
  }
  const priced = header.updateRetailPrice ? lines.filter(({ retailPrice }) => retailPrice !== null) : []
  if (priced.length === 0) return
  await tx.execute(sql`
    INSERT INTO product_prices (organization_id, product_id, price_type_id, value)
    SELECT DISTINCT ON (supplied.id) ${tx.organizationId}::uuid, supplied.id, price_types.id, supplied.price
    FROM unnest(
      ${sql.param(priced.map(({ productId }) => productId))}::uuid[],
      ${sql.param(priced.map(({ retailPrice }) => retailPrice))}::bigint[]
    ) WITH ORDINALITY AS supplied (id, price, place)
    JOIN price_types ON price_types.organization_id = ${tx.organizationId} AND price_types.is_default
    ORDER BY supplied.id, supplied.place DESC
    ON CONFLICT (organization_id, product_id, price_type_id) DO UPDATE SET value = excluded.value`)
}
