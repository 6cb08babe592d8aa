import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import type { Amount, Percent } from '#shared/money/decimal.ts'
import type { ReadPut } from '#shared/replica/writer.ts'
import { must } from '#shared/std/must.ts'
import type { Bucket } from '#shared/sync/digest.ts'
import type { Scope } from './cursor.ts'
import { rawRows } from './raw-rows.ts'
import type { Selection } from './replica-source.ts'

/** Which products tills hold. */
const held = (tx: Tx): SQL => sql`p.organization_id = ${tx.organizationId} AND NOT p.is_archived`

type Row = [
  ...[id: string, name: string, code: string, article: string | null, groupId: string | null, unitId: string],
  ...[kind: string, price: string | null, minPrice: string | null, vatRate: number | null],
  ...[isWeighed: boolean, weightCode: string | null, isDiscountProhibited: boolean],
]

/** The products that tills hold, in the order of ids, with the price of the scope's price type. */
export async function loadProducts(tx: Tx, scope: Scope, selection: Selection): Promise<ReadPut[]> {
  const rows = await rawRows<Row>(
    tx,
    sql`SELECT p.id, p.name, p.code, p.article, p.product_group_id, p.unit_of_measure_id, p.kind, r.value, p.min_price,
               p.vat_rate, p.is_weighed, p.weight_code, p.is_discount_prohibited
        FROM products p
        LEFT JOIN product_prices r
          ON r.organization_id = p.organization_id AND r.product_id = p.id AND r.price_type_id = ${scope.priceTypeId}
            AND ${selected(sql`r.product_id`, selection)}
        WHERE ${held(tx)} AND ${selected(sql`p.id`, selection)}
        ORDER BY p.id LIMIT ${'ids' in selection ? null : selection.limit}`,
  )
  if (rows.length === 0) return []
  const range = { first: must(rows[0])[0], last: must(rows.at(-1))[0] }
  const barcodes = await loadBarcodes(tx, 'ids' in selection ? selection.ids : range)
  return rows.map((row) => read(row, barcodes.get(row[0]) ?? []))
}

/** Said of products and of prices: PostgreSQL does not see that what holds for the one holds for the other. */
function selected(id: SQL, selection: Selection): SQL {
  if ('ids' in selection) return sql`${id} = ANY(${sql.param(selection.ids)}::uuid[])`
  return selection.afterId ? sql`${id} > ${selection.afterId}` : sql`true`
}

function read(row: Row, barcodes: string[]): ReadPut {
  const [id, name, code, article, groupId, unitId, kind, price, minPrice, vatRate, ...flags] = row
  const [isWeighed, weightCode, isDiscountProhibited] = flags
  return {
    t: 'product',
    op: 'put',
    id,
    v: {
      name,
      code,
      article,
      groupId,
      unitId,
      kind,
      price: Number(price ?? 0) as Amount,
      minPrice: minPrice === null ? null : (Number(minPrice) as Amount),
      vatRate: vatRate as Percent | null,
      isWeighed,
      weightCode,
      isDiscountProhibited,
      barcodes,
    },
  }
}

/** By product, in their order. One range of the primary key is read faster than a subquery for each product. */
async function loadBarcodes(
  tx: Tx,
  products: string[] | { first: string; last: string },
): Promise<Map<string, string[]>> {
  const which = Array.isArray(products)
    ? sql`product_id = ANY(${sql.param(products)}::uuid[])`
    : sql`product_id BETWEEN ${products.first} AND ${products.last}`
  const rows = await rawRows<[productId: string, value: string]>(
    tx,
    sql`SELECT product_id, value FROM product_barcodes
        WHERE organization_id = ${tx.organizationId} AND ${which}
        ORDER BY product_id, position`,
  )
  const barcodes = new Map<string, string[]>()
  for (const [productId, value] of rows) {
    const values = barcodes.get(productId)
    if (values) values.push(value)
    else barcodes.set(productId, [value])
  }
  return barcodes
}

/** The ids of the products that tills hold: all, or those of a bucket. */
export async function listProductIds(tx: Tx, bucket: Bucket | null): Promise<string[]> {
  const inBucket = bucket === null ? sql`true` : sql`right(p.id::text, 2) = ${bucket}`
  return (
    await rawRows<[string]>(tx, sql`SELECT p.id FROM products p WHERE ${held(tx)} AND ${inBucket}`)
  ).flat()
}

export async function countProducts(tx: Tx): Promise<number> {
  const [row] = await rawRows<[string]>(tx, sql`SELECT count(*) FROM products p WHERE ${held(tx)}`)
  return Number(row?.[0])
}

/** The ids of the products whose prices differ between the two price types. */
export async function listProductsOfOtherPrice(
  tx: Tx,
  priceTypeId: string,
  otherId: string,
): Promise<string[]> {
  const priceOf = (id: string) => sql`
    coalesce((SELECT value FROM product_prices r
      WHERE r.organization_id = p.organization_id AND r.product_id = p.id AND r.price_type_id = ${id}), 0)`
  const rows = await rawRows<[string]>(
    tx,
    sql`SELECT p.id FROM products p WHERE ${held(tx)} AND ${priceOf(priceTypeId)} <> ${priceOf(otherId)}`,
  )
  return rows.flat()
}
