import { sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import type { FullDocument, LineRow } from '#hub/documents/kind.ts'
import { landedCost } from '#hub/documents/landed-cost.ts'
import type { Settings } from '#hub/documents/settings.ts'
import { retailByMarkup } from '#hub/features/catalog/products/prices/recalculate-retail.ts'
import type { Amount, Cost } from '#shared/money/decimal.ts'

/**
 * What the goods cost becomes the cost of their products, unless a later supply has set it already. A shelf price that a
 * line names becomes that of the default price type. With `updateRetailPrice` the other products get what the markup of
 * their group makes of their cost. Of several lines with one product the last one that has a price counts.
 */
export async function updatePrices(
  tx: Tx,
  { header, lines }: FullDocument,
  settings: Settings,
): Promise<void> {
  if (settings.updateCostOnSupply) {
    const costs = lines.map((line) => landedCost(line, header, settings))
    await setCosts(tx, header.date, lines, costs)
  }
  await setShelfPrices(tx, namedPrices(lines))
  if (header.updateRetailPrice) await setShelfPrices(tx, await markedUpPrices(tx, lines))
}

/** `costs`: of a piece, line by line. */
async function setCosts(tx: Tx, date: Date, lines: LineRow[], costs: Cost[]): Promise<void> {
  await tx.execute(sql`
    UPDATE products AS product SET cost = supplied.cost, version = version + 1, updated_at = now()
    FROM (
      SELECT DISTINCT ON (id) id, cost FROM unnest(
        ${sql.param(lines.map(({ productId }) => productId))}::uuid[],
        ${sql.param(costs)}::bigint[]
      ) WITH ORDINALITY AS line (id, cost, place)
      ORDER BY id, place DESC
    ) AS supplied
    WHERE product.organization_id = ${tx.organizationId} AND product.id = supplied.id
      AND product.cost <> supplied.cost
      AND NOT EXISTS (
        SELECT FROM stock_movements AS later
        WHERE later.organization_id = ${tx.organizationId} AND later.product_id = product.id
          AND later.document_type = 'Supply' AND later.moment > ${date.toISOString()}::timestamptz)`)
}

function namedPrices(lines: LineRow[]): Map<string, Amount> {
  return new Map(
    lines.flatMap(({ productId, retailPrice }) =>
      retailPrice === null ? [] : [[productId, retailPrice] as const],
    ),
  )
}

/** Of the products whose price no line names. */
async function markedUpPrices(tx: Tx, lines: LineRow[]): Promise<Map<string, Amount>> {
  const named = namedPrices(lines)
  const others = [...new Set(lines.map(({ productId }) => productId))].filter((id) => !named.has(id))
  return others.length === 0 ? new Map() : retailByMarkup(tx, others)
}

async function setShelfPrices(tx: Tx, prices: Map<string, Amount>): Promise<void> {
  if (prices.size === 0) return
  await tx.execute(sql`
    INSERT INTO product_prices (organization_id, product_id, price_type_id, value)
    SELECT ${tx.organizationId}::uuid, supplied.id, price_types.id, supplied.price
    FROM unnest(
      ${sql.param([...prices.keys()])}::uuid[],
      ${sql.param([...prices.values()])}::bigint[]
    ) AS supplied (id, price)
    JOIN price_types ON price_types.organization_id = ${tx.organizationId} AND price_types.is_default
    ORDER BY supplied.id
    ON CONFLICT (organization_id, product_id, price_type_id) DO UPDATE SET value = excluded.value`)
}
