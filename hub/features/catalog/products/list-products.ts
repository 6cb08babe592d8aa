import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { awaitAll } from '#hub/db/await-all.ts'
import { listIds } from '#hub/db/list-ids.ts'
import { preferIndexes } from '#hub/db/plan-settings.ts'
import { direction, readSort, type SortField } from '#hub/db/sort.ts'
import type { Tx } from '#hub/db/transact.ts'
import { COUNTED, type ProductListQuery } from '#shared/contracts/catalog/products.ts'
import { Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import type { ProductDetails } from './details.ts'
import { findProducts } from './queries.ts'
import { defaultPriceType, type Selection, selectProducts, selectSearched } from './select-products.ts'

export interface ProductList {
  rows: ProductDetails[]
  total: number
  isTotalExact: boolean
}
/** Result of a search. `ids` are those of the page. */
type Found = Omit<ProductList, 'rows'> & { ids: string[] }

/**
 * Returns a page of products. Throws `forbidden` when the user sorts by cost or filters with `belowCost`
 * without permission to see costs.
 */
export async function listProducts(
  tx: Tx,
  query: ProductListQuery,
  actor: () => Promise<Actor>,
): Promise<ProductList> {
  const sort = readSort(query.sort ?? 'name')
  const tellsCosts = sort.some(({ field }) => field === 'cost') || query.belowCost !== undefined
  if (tellsCosts) requireCosts(await actor())
  const page = { sort, limit: query.pageSize, offset: (query.page - 1) * query.pageSize }
  const find = query.search ? findSearched : findFiltered
  const [, { ids, ...total }] = await awaitAll(preferIndexes(tx), find(tx, query, page))
  return { rows: await findProducts(tx, ids), ...total }
}

/** Throws `forbidden` when the user lacks permission to see costs. */
export function requireCosts({ permissions }: Actor): void {
  if (permissions.has('costs.view')) return
  throw new Problem('forbidden', {
    detail: 'This needs: costs.view',
    extensions: { permission: 'costs.view' },
  })
}

/** Finds the page of a text search. Products beyond COUNTED are not listed, so the user must narrow the search. */
async function findSearched(tx: Tx, query: ProductListQuery, page: Page): Promise<Found> {
  const most = query.exactTotal ? null : COUNTED
  const { found, where } = await selectSearched(tx, query, most)
  const { rows } = await tx.execute<{ ids: string[]; total: number; isTotalExact: boolean }>(sql`
    WITH found AS MATERIALIZED (${found}),
    few AS MATERIALIZED (SELECT ${sortedBy(page)} FROM found p WHERE ${where})
    SELECT ${sortedFew(tx, page)} AS ids,
      least((SELECT count(*)::int FROM few), ${most}::int) AS total,
      (SELECT count(*) FROM found) <= ${most}::int IS NOT FALSE AS "isTotalExact"`)
  return must(rows[0], 'page')
}

/**
 * Finds the page of filtered products. Up to COUNTED results are sorted. With more, the index of the sort
 * order is scanned until the page is full.
 */
async function findFiltered(tx: Tx, query: ProductListQuery, page: Page): Promise<Found> {
  const selection = await selectProducts(tx, query)
  const { source, isFiltered, isMany } = selection
  if (isFiltered && !isMany) {
    const few = await findFew(tx, source, page)
    if (few.ids) return { ids: few.ids, total: few.count, isTotalExact: true }
  }
  const rows = sql`SELECT FROM ${source}`
  if (query.exactTotal) {
    const [ids, total] = await awaitAll(walk(tx, selection, page), count(tx, rows))
    return { ids, total, isTotalExact: true }
  }
  const [ids, counted] = await awaitAll(
    walk(tx, selection, page),
    isFiltered ? COUNTED + 1 : count(tx, sql`${rows} LIMIT ${COUNTED + 1}`),
  )
  return { ids, total: Math.min(counted, COUNTED), isTotalExact: counted <= COUNTED }
}

interface Page {
  sort: SortField[]
  limit: number
  offset: number
}

const COLUMNS: Record<string, SQL> = {
  name: sql`p.name`,
  code: sql`p.code`,
  article: sql`p.article`,
  cost: sql`p.cost`,
  createdAt: sql`p.created_at`,
  updatedAt: sql`p.updated_at`,
  retailPrice: sql`price.value`,
}
/** Returns the sort columns except the price. An index-only scan is often enough for them. */
function sortedBy({ sort }: Page): SQL {
  const fields = new Set(sort.map(({ field }) => field))
  fields.delete('retailPrice')
  const columns = [...fields].flatMap((field) => COLUMNS[field] ?? [])
  return sql.join([sql`p.id`, ...columns], sql`, `)
}

/** Returns the order. It ends with the id, in the direction of the field before it, like the index. */
function orderBy(sort: SortField[], hasPrice = false): SQL {
  const terms = sort.map(({ field, isDescending }) => {
    // Products without a price come last in either direction.
    const nullsLast = field === 'retailPrice' && isDescending && !hasPrice ? sql` NULLS LAST` : sql``
    return sql`${COLUMNS[field]}${direction(isDescending)}${nullsLast}`
  })
  return sql.join([...terms, sql`p.id${direction(sort.at(-1)?.isDescending ?? false)}`], sql`, `)
}

/** Counts the products and returns the ids of the page. `ids` is null when there are more than COUNTED products. */
async function findFew(tx: Tx, source: SQL, page: Page): Promise<{ ids: string[] | null; count: number }> {
  const { rows } = await tx.execute<{ ids: string[] | null; count: number }>(sql`
    WITH few AS MATERIALIZED (SELECT ${sortedBy(page)} FROM ${source} LIMIT ${COUNTED + 1}),
    counted AS MATERIALIZED (SELECT count(*)::int AS count FROM few)
    SELECT count, CASE WHEN count <= ${COUNTED}::int THEN ${sortedFew(tx, page)} END AS ids FROM counted`)
  return must(rows[0], 'page')
}

/** Returns the ids of the page from `few`. */
function sortedFew(tx: Tx, { sort, limit, offset }: Page): SQL {
  return sql`ARRAY(
    SELECT p.id FROM few p ${usesPrice(sort) ? lookUpPrice(tx) : sql``}
    ORDER BY ${orderBy(sort)} LIMIT ${limit} OFFSET ${offset})`
}

async function walk(tx: Tx, selection: Selection, page: Page): Promise<string[]> {
  if (page.sort[0]?.field === 'retailPrice') return walkPrices(tx, selection, page)
  const { sort, limit, offset } = page
  return listIds(
    tx,
    sql`
    SELECT p.id FROM products p ${usesPrice(sort) ? joinPrice(tx, 'LEFT JOIN') : sql``}
    WHERE ${selection.where} ORDER BY ${orderBy(sort)} LIMIT ${limit} OFFSET ${offset}`,
  )
}

/** Scans the price index first, and then products without a price. An outer join could not use the index order. */
async function walkPrices(
  tx: Tx,
  { where, isFiltered, prices }: Selection,
  { sort, limit, offset }: Page,
): Promise<string[]> {
  const isPriceAll = !isFiltered && sort.length === 1
  const priced = isPriceAll
    ? pricesAlone(tx)
    : sql`products p ${joinPrice(tx, 'JOIN')} WHERE ${prices ? sql`${prices.others} AND ${prices.range}` : where}`
  const ids = await listIds(
    tx,
    sql`SELECT p.id FROM ${priced} ORDER BY ${orderBy(sort, true)} LIMIT ${limit} OFFSET ${offset}`,
  )
  if (ids.length === limit || prices) return ids
  const before = ids.length > 0 ? offset + ids.length : await count(tx, sql`SELECT FROM ${priced}`)
  const others = await listIds(
    tx,
    sql`
    SELECT p.id FROM products p ${joinPrice(tx, 'LEFT JOIN')}
    WHERE ${where} AND price.product_id IS NULL
    ORDER BY ${orderBy(sort.filter(({ field }) => field !== 'retailPrice'))}
    LIMIT ${limit - ids.length} OFFSET ${Math.max(0, offset - before)}`,
  )
  return [...ids, ...others]
}

const usesPrice = (sort: SortField[]): boolean => sort.some(({ field }) => field === 'retailPrice')

/** Returns the source when no other data of the products is needed, because the price index contains everything. */
function pricesAlone(tx: Tx): SQL {
  return sql`product_prices price CROSS JOIN LATERAL (SELECT price.product_id AS id) AS p
    WHERE price.organization_id = ${tx.organizationId} AND price.price_type_id = ${defaultPriceType(tx)}`
}

/** Returns the join with the default price of each product, for sorting by price. */
function joinPrice(tx: Tx, join: 'JOIN' | 'LEFT JOIN'): SQL {
  return sql`${sql.raw(join)} product_prices price
    ON price.organization_id = ${tx.organizationId} AND price.product_id = p.id
      AND price.price_type_id = ${defaultPriceType(tx)}`
}

/**
 * Returns the join with the default price of each product, for few products. OFFSET 0 prevents the planner
 * from joining them with all prices.
 */
function lookUpPrice(tx: Tx): SQL {
  return sql`LEFT JOIN LATERAL (
    SELECT r.value FROM product_prices r
    WHERE r.organization_id = ${tx.organizationId} AND r.product_id = p.id
      AND r.price_type_id = ${defaultPriceType(tx)}
    OFFSET 0) AS price ON true`
}

async function count(tx: Tx, query: SQL): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM (${query}) AS counted`,
  )
  return rows[0]?.count ?? 0
}
