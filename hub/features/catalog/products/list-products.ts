import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import type { Actor } from '#hub/http/actor.ts'
import { COUNTED, type ProductListQuery } from '#shared/contracts/products.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { ProductDetails } from './details.ts'
import { findProducts } from './queries.ts'
import { defaultPriceType, selectProducts } from './select-products.ts'

export interface ProductList {
  rows: ProductDetails[]
  total: number
  isTotalExact: boolean
}

/** A search that finds more is to be told more of what is meant; those beyond are not listed. */
const SEARCHED = 2000
/**
 * So many are sorted in no time. Where more are left, a page is found by walking along the index of the sort until it
 * is full; where few are left, that could be a long way.
 */
const FEW = 3000

/** Throws forbidden when someone who may not see costs sorts by them. */
export async function listProducts(tx: Tx, query: ProductListQuery, actor: Actor): Promise<ProductList> {
  const sort = readSort(query.sort ?? 'name')
  if (sort.some(({ field }) => field === 'cost') && !actor.permissions.has('costs.view'))
    throw new Problem('forbidden', {
      detail: 'This needs: costs.view',
      extensions: { permission: 'costs.view' },
    })
  const selection = await selectProducts(tx, query, query.exactTotal ? null : SEARCHED)
  const most = COUNTED + 1
  const limit = query.exactTotal ? sql`` : sql`LIMIT ${most}`
  const counted = await count(tx, sql`SELECT 1 FROM products p WHERE ${selection.where} ${limit}`)
  const isTotalExact = query.exactTotal || (counted < most && !selection.isCut)
  const page = { sort, limit: query.pageSize, offset: (query.page - 1) * query.pageSize }
  const ids =
    selection.isFiltered && counted <= FEW
      ? await sortFew(tx, selection.where, page)
      : await walk(tx, selection.where, page)
  return {
    rows: await findProducts(tx, ids),
    total: query.exactTotal ? counted : Math.min(counted, COUNTED),
    isTotalExact,
  }
}

interface SortField {
  field: string
  isDescending: boolean
}
interface Page {
  sort: SortField[]
  limit: number
  offset: number
}

function readSort(sort: string): SortField[] {
  return sort
    .split(',')
    .map((field) => ({ field: field.replace(/^-/, ''), isDescending: field.startsWith('-') }))
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

/** Ends with the id, in the direction of the field before it: so runs the index. */
function orderBy(sort: SortField[], hasPrice = false): SQL {
  const terms = sort.map(({ field, isDescending }) => {
    // What has no price is last, either way.
    const nullsLast = field === 'retailPrice' && isDescending && !hasPrice ? sql` NULLS LAST` : sql``
    return sql`${COLUMNS[field]}${direction(isDescending)}${nullsLast}`
  })
  return sql.join([...terms, sql`p.id${direction(sort.at(-1)?.isDescending ?? false)}`], sql`, `)
}

const direction = (isDescending: boolean): SQL => (isDescending ? sql` DESC` : sql``)

async function sortFew(tx: Tx, where: SQL, { sort, limit, offset }: Page): Promise<string[]> {
  return listIds(
    tx,
    sql`
    WITH few AS MATERIALIZED (
      SELECT p.id, p.name, p.code, p.article, p.cost, p.created_at, p.updated_at FROM products p WHERE ${where}
    )
    SELECT p.id FROM few p ${usesPrice(sort) ? lookUpPrice(tx) : sql``}
    ORDER BY ${orderBy(sort)} LIMIT ${limit} OFFSET ${offset}`,
  )
}

async function walk(tx: Tx, where: SQL, page: Page): Promise<string[]> {
  if (page.sort[0]?.field === 'retailPrice') return walkPrices(tx, where, page)
  const { sort, limit, offset } = page
  return listIds(
    tx,
    sql`
    SELECT p.id FROM products p ${usesPrice(sort) ? joinPrice(tx, 'LEFT JOIN') : sql``}
    WHERE ${where} ORDER BY ${orderBy(sort)} LIMIT ${limit} OFFSET ${offset}`,
  )
}

/** Along the prices, then those that have none: an outer join could not be walked. */
async function walkPrices(tx: Tx, where: SQL, { sort, limit, offset }: Page): Promise<string[]> {
  const priced = sql`FROM products p ${joinPrice(tx, 'JOIN')} WHERE ${where}`
  const ids = await listIds(
    tx,
    sql`SELECT p.id ${priced} ORDER BY ${orderBy(sort, true)} LIMIT ${limit} OFFSET ${offset}`,
  )
  if (ids.length === limit) return ids
  const before = ids.length > 0 ? offset + ids.length : await count(tx, sql`SELECT 1 ${priced}`)
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

/** The default price of each product, for sorting by it. */
function joinPrice(tx: Tx, join: 'JOIN' | 'LEFT JOIN'): SQL {
  return sql`${sql.raw(join)} product_prices price
    ON price.organization_id = ${tx.organizationId} AND price.product_id = p.id
      AND price.price_type_id = ${defaultPriceType(tx)}`
}

/** The same for few products. OFFSET 0 keeps the planner from joining them with all prices. */
function lookUpPrice(tx: Tx): SQL {
  return sql`LEFT JOIN LATERAL (
    SELECT r.value FROM product_prices r
    WHERE r.organization_id = ${tx.organizationId} AND r.product_id = p.id
      AND r.price_type_id = ${defaultPriceType(tx)}
    OFFSET 0) AS price ON true`
}

async function listIds(tx: Tx, query: SQL): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(query)
  return rows.map(({ id }) => id)
}

async function count(tx: Tx, query: SQL): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM (${query}) AS counted`,
  )
  return rows[0]?.count ?? 0
}
