import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import type { ProductFilter } from '#shared/contracts/products.ts'

/** Which products a filter means: a condition on `products p`, the organization first. */
export interface Selection {
  where: SQL
  /** False: all of them. */
  isFiltered: boolean
  /** There are more that the search finds than the condition lets in. */
  isCut: boolean
}

/**
 * A search is looked up here, and finds up to `most` products (null: all), and so are few prices; the rest is left to
 * the statement that uses the condition.
 */
export async function selectProducts(tx: Tx, filter: ProductFilter, most: number | null): Promise<Selection> {
  const conditions = [...conditionsOf(tx, filter), ...(await withPriceBetween(tx, filter))]
  let isCut = false
  if (filter.search) {
    const found = await search(tx, filter.search, most)
    isCut = most !== null && found.length > most
    conditions.push(isAmong(found.slice(0, most ?? undefined)))
  }
  return {
    where: sql.join([sql`p.organization_id = ${tx.organizationId}`, ...conditions], sql` AND `),
    isFiltered: conditions.length > 0,
    isCut,
  }
}

/** The id of the default price type, as a subquery. */
export function defaultPriceType(tx: Tx): SQL {
  return sql`(SELECT id FROM price_types WHERE organization_id = ${tx.organizationId} AND is_default)`
}

function conditionsOf(tx: Tx, filter: ProductFilter): SQL[] {
  const { productGroupId, kind, supplierId, countryId, trackingType, updatedSince } = filter
  const { isArchived, isWeighed, hasBarcode, belowMinStock } = filter
  return [
    productGroupId ? inGroup(tx, productGroupId) : [],
    kind ? sql`p.kind = ${kind}` : [],
    supplierId ? sql`p.supplier_id = ${supplierId}` : [],
    countryId ? sql`p.country_id = ${countryId}` : [],
    trackingType ? sql`p.tracking_type = ${trackingType}` : [],
    updatedSince ? sql`p.updated_at >= ${updatedSince.toISOString()}` : [],
    isOrNot(sql`p.is_archived`, isArchived),
    isOrNot(sql`p.is_weighed`, isWeighed),
    isOrNot(withBarcode(tx), hasBarcode),
    isOrNot(sql`p.id IN (${belowMinimum(tx)})`, belowMinStock),
  ].flat()
}

function isOrNot(condition: SQL, is: boolean | undefined): SQL | [] {
  if (is === undefined) return []
  return is ? condition : sql`NOT ${condition}`
}

function inGroup(tx: Tx, id: string): SQL {
  return sql`p.product_group_id = ANY (ARRAY(
    WITH RECURSIVE below (id) AS (
      SELECT ${id}::uuid
      UNION
      SELECT child.id FROM product_groups child
      JOIN below ON child.parent_id = below.id
      WHERE child.organization_id = ${tx.organizationId}
    )
    SELECT id FROM below))`
}

function withBarcode(tx: Tx): SQL {
  return sql`EXISTS (
    SELECT FROM product_barcodes b WHERE b.organization_id = ${tx.organizationId} AND b.product_id = p.id)`
}

/** In all stores together, or in one that has a minimum of its own. What never was in stock counts as none. */
function belowMinimum(tx: Tx): SQL {
  return sql`
    SELECT watched.id FROM products watched
    WHERE watched.organization_id = ${tx.organizationId} AND watched.min_stock IS NOT NULL
      AND watched.min_stock > coalesce((
        SELECT sum(s.quantity) FROM stock_balances s
        WHERE s.organization_id = ${tx.organizationId} AND s.product_id = watched.id), 0)
    UNION
    SELECT m.product_id FROM product_min_stocks m
    WHERE m.organization_id = ${tx.organizationId}
      AND m.min_stock > coalesce((
        SELECT s.quantity FROM stock_balances s
        WHERE s.organization_id = ${tx.organizationId} AND s.store_id = m.store_id
          AND s.product_id = m.product_id), 0)`
}

/** So many products are named by their ids; where there are more, each that is come by is looked at. */
const NAMED = 2000

/** Of the default price type. What has no price has none that lies between. */
async function withPriceBetween(tx: Tx, { priceFrom, priceTo }: ProductFilter): Promise<SQL[]> {
  if (priceFrom === undefined && priceTo === undefined) return []
  const priced = sql`
    SELECT r.product_id FROM product_prices r
    WHERE r.organization_id = ${tx.organizationId} AND r.price_type_id = ${defaultPriceType(tx)}
      AND r.value BETWEEN ${priceFrom ?? 0} AND ${priceTo ?? Number.MAX_SAFE_INTEGER}`
  const { rows } = await tx.execute<{ product_id: string }>(sql`${priced} LIMIT ${NAMED + 1}`)
  if (rows.length <= NAMED) return [isAmong(rows.map((row) => row.product_id))]
  return [sql`EXISTS (${priced} AND r.product_id = p.id OFFSET 0)`]
}

const isAmong = (ids: string[]): SQL => sql`p.id = ANY(${sql.param(ids)}::uuid[])`

/** One more than asked for tells that there are more. */
async function search(tx: Tx, typed: string, most: number | null): Promise<string[]> {
  const limit = most === null ? null : most + 1
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT id FROM match_products(${typed}, ${limit}::int) AS id`,
  )
  return rows.map(({ id }) => id)
}
