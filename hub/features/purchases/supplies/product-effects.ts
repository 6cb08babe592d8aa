import { sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import type { FullDocument, LineRow } from '#hub/documents/kind.ts'
import { landedCost } from '#hub/documents/landed-cost.ts'
import type { Settings } from '#hub/documents/settings.ts'
import { priceTypeInBooks } from '#hub/features/catalog/products/prices/below-cost.ts'
import { retailByMarkup } from '#hub/features/catalog/products/prices/recalculate-retail.ts'
import { defaultPriceType } from '#hub/features/catalog/products/select-products.ts'
import type { SellsBelowCost } from '#shared/contracts/postings.ts'
import { type Amount, amountToNumber, type Cost } from '#shared/money/decimal.ts'
import { type FieldError, Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'

/*
 * Effects of purchases (`Supply`) on their products (docs/domain.md#goods-receipts-and-their-products). The
 * latest posted purchase by date determines the cost, and the latest one with a shelf price determines that
 * price. The values replaced by the first purchase are stored with the product, so that unposting can restore
 * them.
 */

/** Throws `price_too_small` naming the lines whose shelf price is below the product's minimum price. */
export async function refuseLowPrices(_: Tx, { lines, products }: FullDocument): Promise<void> {
  const errors = lines.flatMap(({ lineNo, productId, retailPrice }): FieldError[] => {
    const { name, minPrice } = must(products.get(productId))
    if (retailPrice === null || minPrice === null || retailPrice >= minPrice) return []
    const detail = `${name}: is below the minimum price, ${amountToNumber(minPrice)}`
    return [{ pointer: `#/lines/${lineNo - 1}/retailPrice`, detail }]
  })
  if (errors.length > 0)
    throw new Problem('price_too_small', { detail: errors.map(({ detail }) => detail).join('; '), errors })
}

/**
 * Sets costs and shelf prices after a purchase was posted, unless a later purchase determines them. Returns
 * the lines whose cost is not below the selling price.
 */
export async function applySupply(
  tx: Tx,
  { header, lines, products }: FullDocument,
  settings: Settings,
): Promise<SellsBelowCost[]> {
  const costs = lines.map((line) => landedCost(line, header, settings))
  if (settings.updateCostOnSupply) await setCosts(tx, header, lines, costs)
  const says = [...(await latestPrices(tx, lines))].filter(([, { documentId }]) => documentId === header.id)
  const prices = await pricesStated(tx, new Map(says))
  await keepReplacedPrices(tx, header.id, [...prices.keys()])
  await setShelfPrices(tx, prices)
  const sold = await pricesInBooks(tx, idsOf(lines))
  return lines.flatMap(({ lineNo, productId }, index) => {
    const price = sold.get(productId)
    // Prices are in hundredths and costs in ten-thousandths.
    if (price === undefined || must(costs[index]) < price * 100) return []
    const { name } = must(products.get(productId))
    const detail = `${name} is sold at ${amountToNumber(price)}, which is not more than it costs`
    return [
      {
        code: 'sells_below_cost',
        detail,
        lineNo,
        productId,
        productName: name,
        price: amountToNumber(price),
      },
    ]
  })
}

/** Restores the costs and shelf prices that apply without the purchase that was just unposted. */
export async function withdrawSupply(
  tx: Tx,
  { header, lines }: FullDocument,
  settings: Settings,
): Promise<void> {
  // A price by markup depends on the cost, so it is read before the cost is withdrawn.
  const own = await pricesStated(tx, statedBy(header, lines))
  if (settings.updateCostOnSupply) await withdrawCosts(tx, header, lines)
  if (own.size > 0) await withdrawPrices(tx, header, own)
}

const idsOf = (lines: readonly { productId: string }[]): string[] => [
  ...new Set(lines.map(({ productId }) => productId)),
]

/**
 * Sets the costs. `costs` has the cost per piece for each line. For several lines of one product, the last
 * one counts.
 */
async function setCosts(
  tx: Tx,
  { id, date }: FullDocument['header'],
  lines: readonly LineRow[],
  costs: readonly Cost[],
): Promise<void> {
  await tx.execute(sql`
    UPDATE products AS product
    SET cost = supplied.cost, version = version + 1, updated_at = now(),
      cost_before_supplies = CASE WHEN EXISTS (
        SELECT FROM stock_movements AS other
        WHERE other.organization_id = ${tx.organizationId} AND other.product_id = product.id
          AND other.document_type = 'Supply' AND other.document_id <> ${id}
      ) THEN product.cost_before_supplies ELSE product.cost END
    FROM (
      SELECT DISTINCT ON (id) id, cost FROM unnest(
        ${sql.param(lines.map(({ productId }) => productId))}::uuid[],
        ${sql.param([...costs])}::bigint[]
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

/** Withdraws the costs of the purchase. Costs changed by users since then stay. */
async function withdrawCosts(
  tx: Tx,
  { date }: FullDocument['header'],
  lines: readonly LineRow[],
): Promise<void> {
  await tx.execute(sql`
    UPDATE products AS product
    SET cost = coalesce(gone.latest, product.cost_before_supplies), version = version + 1, updated_at = now(),
      cost_before_supplies = CASE WHEN gone.latest IS NULL THEN NULL ELSE product.cost_before_supplies END
    FROM (
      SELECT line.id, line.cost, latest.unit_cost AS latest, latest.moment
      FROM (
        SELECT DISTINCT ON (id) id, cost FROM unnest(
          ${sql.param(lines.map(({ productId }) => productId))}::uuid[],
          ${sql.param(lines.map(({ unitCost }) => unitCost))}::bigint[]
        ) WITH ORDINALITY AS each (id, cost, place)
        ORDER BY id, place DESC
      ) AS line
      LEFT JOIN LATERAL (
        SELECT m.unit_cost, m.moment FROM stock_movements AS m
        WHERE m.organization_id = ${tx.organizationId} AND m.product_id = line.id AND m.document_type = 'Supply'
        ORDER BY m.moment DESC, m.seq DESC LIMIT 1
      ) AS latest ON true
    ) AS gone
    WHERE product.organization_id = ${tx.organizationId} AND product.id = gone.id AND product.cost = gone.cost
      AND (gone.moment IS NULL OR gone.moment <= ${date.toISOString()}::timestamptz)
      AND coalesce(gone.latest, product.cost_before_supplies) <> product.cost`)
}

/** Shelf price stated by a purchase. `retailPrice` null means a price by the markup of the group. */
interface StatedPrice {
  documentId: string
  date: Date
  retailPrice: Amount | null
}

/**
 * Returns the latest shelf prices of posted purchases by product. Of several lines of one purchase, the last
 * one with a price counts.
 */
async function latestPrices(
  tx: Tx,
  lines: readonly { productId: string }[],
): Promise<Map<string, StatedPrice>> {
  const { rows } = await tx.execute<{
    product: string
    document: string
    date: string
    price: string | null
  }>(
    sql`
    SELECT DISTINCT ON (line.product_id)
      line.product_id AS product, line.document_id AS document, document.date, line.retail_price AS price
    FROM document_lines AS line
    JOIN documents AS document
      ON document.organization_id = line.organization_id AND document.id = line.document_id
    WHERE line.organization_id = ${tx.organizationId}
      AND line.product_id = ANY(${sql.param(idsOf(lines))}::uuid[])
      AND document.organization_id = ${tx.organizationId} AND document.type = 'Supply'
      AND document.status = 'Posted' AND (line.retail_price IS NOT NULL OR document.update_retail_price)
    ORDER BY line.product_id, document.date DESC, document.posted_at DESC,
      line.retail_price IS NOT NULL DESC, line.line_no DESC`,
  )
  return new Map(
    rows.map(({ product, document, date, price }) => [
      product,
      {
        documentId: document,
        date: new Date(date),
        retailPrice: price === null ? null : (Number(price) as Amount),
      },
    ]),
  )
}

function statedBy(
  { id, date, updateRetailPrice }: FullDocument['header'],
  lines: readonly LineRow[],
): Map<string, StatedPrice> {
  const stated = new Map<string, StatedPrice>()
  for (const { productId, retailPrice } of lines) {
    const known = stated.get(productId)
    if (retailPrice === null && (known || !updateRetailPrice)) continue
    stated.set(productId, { documentId: id, date, retailPrice })
  }
  return stated
}

/**
 * Returns the prices to set. Prices by markup are calculated from the current cost, and omitted when the cost
 * yields none.
 */
async function pricesStated(tx: Tx, stated: ReadonlyMap<string, StatedPrice>): Promise<Map<string, Amount>> {
  const byMarkup = [...stated].flatMap(([id, { retailPrice }]) => (retailPrice === null ? [id] : []))
  const named = [...stated].flatMap(([id, { retailPrice }]) =>
    retailPrice === null ? [] : [[id, retailPrice] as const],
  )
  return new Map([...named, ...(byMarkup.length === 0 ? [] : await retailByMarkup(tx, byMarkup))])
}

/** Stores the current shelf price of products that have no shelf price in another posted purchase. */
async function keepReplacedPrices(tx: Tx, supplyId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`
    UPDATE products AS product SET price_before_supplies = price.value
    FROM product_prices AS price
    WHERE product.organization_id = ${tx.organizationId} AND product.id = ANY(${sql.param([...ids])}::uuid[])
      AND price.organization_id = ${tx.organizationId} AND price.product_id = product.id
      AND price.price_type_id = ${defaultPriceType(tx)}
      AND NOT EXISTS (
        SELECT FROM document_lines AS line
        JOIN documents AS document
          ON document.organization_id = line.organization_id AND document.id = line.document_id
        WHERE line.organization_id = ${tx.organizationId} AND line.product_id = product.id
          AND document.organization_id = ${tx.organizationId} AND document.id <> ${supplyId}
          AND document.type = 'Supply' AND document.status = 'Posted'
          AND (line.retail_price IS NOT NULL OR document.update_retail_price))`)
}

/**
 * Withdraws the shelf prices set by the purchase, given in `own`. Prices changed by users since then stay,
 * and no price falls below the minimum.
 */
async function withdrawPrices(
  tx: Tx,
  { date }: FullDocument['header'],
  own: ReadonlyMap<string, Amount>,
): Promise<void> {
  const ids = [...own.keys()]
  const { rows } = await tx.execute<
    Record<'id' | 'price', string> & Record<'least' | 'before', string | null>
  >(
    sql`
    SELECT product.id, product.min_price AS least, product.price_before_supplies AS before, price.value AS price
    FROM products AS product
    JOIN product_prices AS price
      ON price.organization_id = product.organization_id AND price.product_id = product.id
        AND price.price_type_id = ${defaultPriceType(tx)}
    WHERE product.organization_id = ${tx.organizationId} AND price.organization_id = ${tx.organizationId}
      AND product.id = ANY(${sql.param(ids)}::uuid[])`,
  )
  const latest = await latestPrices(
    tx,
    ids.map((productId) => ({ productId })),
  )
  const stated = await pricesStated(tx, latest)
  const prices = new Map<string, Amount>()
  for (const { id, least, before, price } of rows) {
    const later = latest.get(id)
    if (Number(price) !== own.get(id) || (later && later.date > date)) continue
    const back = later ? stated.get(id) : before === null ? undefined : (Number(before) as Amount)
    if (back !== undefined && back >= Number(least ?? 0)) prices.set(id, back)
  }
  await setShelfPrices(tx, prices)
}

async function setShelfPrices(tx: Tx, prices: ReadonlyMap<string, Amount>): Promise<void> {
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

/** Returns the shelf prices of products, or none when the default price type is not in the currency of the books. */
async function pricesInBooks(tx: Tx, ids: readonly string[]): Promise<Map<string, Amount>> {
  const { rows } = await tx.execute<{ id: string; price: string }>(sql`
    SELECT product_id AS id, value AS price FROM product_prices
    WHERE organization_id = ${tx.organizationId} AND price_type_id = ${priceTypeInBooks(tx)}
      AND product_id = ANY(${sql.param([...ids])}::uuid[])`)
  return new Map(rows.map(({ id, price }) => [id, Number(price) as Amount]))
}
