import { type SQL, sql } from 'drizzle-orm'
import { listIds } from '#hub/db/list-ids.ts'
import type { Given } from '#hub/db/statement.ts'
import type { Tx } from '#hub/db/transact.ts'
import { COUNTED, type ProductFilter } from '#shared/contracts/catalog/products.ts'
import type { IdSet } from './id-set.ts'
import { belowCost } from './prices/below-cost.ts'
import { belowMinimum } from './prices/below-minimum.ts'

/** Filter of a list, which can be limited to selected products. */
type Filter = ProductFilter & { ids?: string[] | undefined }

/** A filter as SQL conditions on `products p`. */
export interface Selection {
  /** Conditions that are checked for each product. */
  where: SQL
  /** False when all products are selected. */
  isFiltered: boolean
  /** True when more than COUNTED products are known to match. */
  isMany: boolean
  /** True when the search finds more products than `most`. */
  isCut: boolean
  /** FROM and WHERE clauses that read the products in the fastest order. */
  source: SQL
  /**
   * Set when the price filter alone leaves more than COUNTED products. `range` is a condition on
   * `price.value`, and `others` is `where` without it.
   */
  prices?: { range: SQL; others: SQL }
}

/**
 * Returns the selection of a filter. Search results up to `most` (null for all), and sets of up to COUNTED
 * ids, are looked up here. All other conditions are checked by the final statement.
 */
export async function selectProducts(tx: Tx, filter: Filter, most: number | null = null): Promise<Selection> {
  const { search, ...others } = filter
  if (!search) return select(tx, others)
  const ids = await listIds(tx, sql`SELECT id FROM ${searched(search, most === null ? null : most + 1)}`)
  const selection = await select(tx, others, [isAmong(ids.slice(0, most ?? undefined))])
  return { ...selection, isCut: most !== null && ids.length > most }
}

/**
 * Returns a query for the search results, up to `most` plus one (null for all), and the other conditions of
 * the filter.
 */
export async function selectSearched(
  tx: Tx,
  { search = '', ...others }: Filter,
  most: number | null,
): Promise<{ found: SQL; where: SQL }> {
  const range = rangeOf(others)
  const tests = [...(await rareConditions(tx, others)), ...commonConditions(tx, others)]
  if (range) tests.push(pricedWithin(tx, range).test)
  if (others.belowMinStock) tests.push(belowMinimum(tx).test)
  if (others.belowCost) tests.push(belowCost(tx).test)
  return {
    found: sql`SELECT * FROM ${searched(search, most === null ? null : most + 1)}`,
    where: all([sql`true`, ...tests]),
  }
}

/** Returns the id of the default price type of an organization, as a subquery. */
export function defaultPriceType({ organizationId }: Pick<Tx, 'organizationId'> | Given<never>): SQL {
  return sql`(SELECT id FROM price_types WHERE organization_id = ${organizationId} AND is_default)`
}

/** Returns the selection. `known` are conditions determined earlier. */
async function select(tx: Tx, filter: Filter, known: SQL[] = []): Promise<Selection> {
  const common = commonConditions(tx, filter)
  const rare = [...known, ...(await rareConditions(tx, filter))]
  const range = rangeOf(filter)
  const prices = range && (await fewOrMany(tx, pricedWithin(tx, range)))
  const short = filter.belowMinStock ? await fewOrMany(tx, belowMinimum(tx)) : undefined
  const dear = filter.belowCost ? await fewOrMany(tx, belowCost(tx)) : undefined
  for (const set of [prices, short, dear]) if (set?.few) rare.push(set.few)
  const many = [prices?.many, short?.many, dear?.many].flatMap((set) => set ?? [])
  const further = [short?.many, dear?.many].flatMap((set) => set?.test ?? [])
  const others = all([ofOrganization(tx), ...rare, ...common, ...further])
  const where = prices?.many ? all([others, prices.many.test]) : others
  return {
    where,
    isFiltered: rare.length + common.length + many.length > 0,
    isMany: rare.length === 0 && (await leavesMany(tx, common, many)),
    isCut: false,
    source: rare.length > 0 ? sql`products p WHERE ${where}` : sourceOf(tx, common, many),
    ...(range && prices?.many && { prices: { range, others } }),
  }
}

/**
 * Returns the source of products. Conditions that most products meet have no index. With such conditions, the
 * products are read from an id set, if there is one.
 */
function sourceOf(tx: Tx, common: SQL[], [drawn, ...further]: IdSet[]): SQL {
  const tests = [ofOrganization(tx), ...common, ...further.map(({ test }) => test)]
  if (!drawn) return sql`products p WHERE ${all(tests)}`
  return sql`(${drawn.ids}) AS drawn
    CROSS JOIN LATERAL (SELECT * FROM products p WHERE ${all(tests)} AND p.id = drawn.id OFFSET 0) AS p`
}

/**
 * Number of checked products. Most products meet the common conditions, so of this many, more than COUNTED
 * remain.
 */
const LOOKED_AT = COUNTED + COUNTED / 4

/** True when many products remain. Also false when this cannot be determined quickly. */
async function leavesMany(tx: Tx, common: SQL[], [drawn, ...further]: IdSet[]): Promise<boolean> {
  if (!drawn) return false
  const tests = [...common, ...further.map(({ test }) => test)]
  if (tests.length === 0) return true
  const { rows } = await tx.execute<{ left: number }>(sql`
    SELECT count(*)::int AS "left" FROM products p
    WHERE ${all([ofOrganization(tx), ...tests])}
      AND p.id = ANY(ARRAY(SELECT id FROM (${drawn.ids}) AS each LIMIT ${LOOKED_AT}))`)
  return (rows[0]?.left ?? 0) > COUNTED
}

const ofOrganization = (tx: Tx): SQL => sql`p.organization_id = ${tx.organizationId}`

/** Returns the conditions that can use an index. */
async function rareConditions(tx: Tx, filter: Filter): Promise<SQL[]> {
  const { productGroupId, kind, supplierId, countryId, trackingType, updatedSince } = filter
  const { isArchived, isWeighed, hasBarcode, ids } = filter
  return [
    ids ? isAmong(ids) : [],
    productGroupId ? await inGroup(tx, productGroupId) : [],
    kind && kind !== 'Good' ? sql`p.kind = ${kind}` : [],
    supplierId ? sql`p.supplier_id = ${supplierId}` : [],
    countryId ? sql`p.country_id = ${countryId}` : [],
    trackingType && trackingType !== 'NotTracked' ? sql`p.tracking_type = ${trackingType}` : [],
    updatedSince ? sql`p.updated_at >= ${updatedSince.toISOString()}` : [],
    isArchived ? sql`p.is_archived` : [],
    isWeighed ? sql`p.is_weighed` : [],
    hasBarcode === false ? sql`NOT p.has_barcode` : [],
  ].flat()
}

/** Returns the conditions that most products meet. */
function commonConditions(tx: Tx, filter: Filter): SQL[] {
  const { kind, trackingType, isArchived, isWeighed, hasBarcode } = filter
  const { belowMinStock, belowCost: isBelowCost } = filter
  return [
    kind === 'Good' ? sql`p.kind = 'Good'` : [],
    trackingType === 'NotTracked' ? sql`p.tracking_type = 'NotTracked'` : [],
    isArchived === false ? sql`NOT p.is_archived` : [],
    isWeighed === false ? sql`NOT p.is_weighed` : [],
    hasBarcode ? sql`p.has_barcode` : [],
    belowMinStock === false ? sql`NOT ${belowMinimum(tx).test}` : [],
    isBelowCost === false ? sql`NOT ${belowCost(tx).test}` : [],
  ].flat()
}

/**
 * Returns the condition for a group and its subgroups. The group ids are looked up first, so that PostgreSQL
 * can estimate the number of products in them.
 */
async function inGroup(tx: Tx, id: string): Promise<SQL> {
  const ids = await listIds(
    tx,
    sql`
    WITH RECURSIVE below (id) AS (
      SELECT ${id}::uuid
      UNION
      SELECT child.id FROM product_groups child
      JOIN below ON child.parent_id = below.id
      WHERE child.organization_id = ${tx.organizationId}
    )
    SELECT id FROM below`,
  )
  return sql`p.product_group_id = ANY(${sql.param(ids)}::uuid[])`
}

/** Returns a condition on `price.value`. */
function rangeOf({ priceFrom, priceTo }: ProductFilter): SQL | undefined {
  if (priceFrom === undefined && priceTo === undefined) return undefined
  return sql`price.value BETWEEN ${priceFrom ?? 0} AND ${priceTo ?? Number.MAX_SAFE_INTEGER}`
}

/**
 * Returns the products with a price in the range, by the default price type. Products without a price do not
 * match.
 */
function pricedWithin(tx: Tx, range: SQL): IdSet {
  const ids = sql`SELECT price.product_id AS id FROM product_prices price
    WHERE price.organization_id = ${tx.organizationId} AND price.price_type_id = ${defaultPriceType(tx)}
      AND ${range}`
  // OFFSET 0 prevents the planner from joining the product with all prices.
  return { ids, test: sql`EXISTS (${ids} AND price.product_id = p.id OFFSET 0)` }
}

/** Returns a condition with the ids of the set, or the set itself when it has more than COUNTED ids. */
async function fewOrMany(tx: Tx, set: IdSet): Promise<{ few?: SQL; many?: IdSet }> {
  const { rows } = await tx.execute<{ ids: string[] | null }>(sql`
    WITH told AS MATERIALIZED (SELECT id FROM (${set.ids}) AS each LIMIT ${COUNTED + 1})
    SELECT CASE WHEN (SELECT count(*) FROM told) <= ${COUNTED}::int THEN ARRAY(SELECT id FROM told) END AS ids`)
  const ids = rows[0]?.ids
  return ids ? { few: isAmong(ids) } : { many: set }
}

const isAmong = (ids: string[]): SQL => sql`p.id = ANY(${sql.param(ids)}::uuid[])`
const all = (conditions: SQL[]): SQL => sql.join(conditions, sql` AND `)

function searched(typed: string, most: number | null): SQL {
  return sql`match_products(${typed}, ${most}::int)`
}
