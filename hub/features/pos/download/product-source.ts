import { type SQL, sql } from 'drizzle-orm'
import { awaitAll } from '#hub/db/await-all.ts'
import type { Tx } from '#hub/db/transact.ts'
import { imageAddress } from '#hub/features/uploads/image-files.ts'
import type { NextPrice } from '#shared/catalog/price-at.ts'
import type { ImageType } from '#shared/contracts/catalog/product-images.ts'
import type { Amount, Percent, Quantity } from '#shared/money/decimal.ts'
import type { ReadPut } from '#shared/replica/kind-writer.ts'
import { must } from '#shared/std/must.ts'
import type { Bucket } from '#shared/sync/digest.ts'
import type { ReplicaPack } from '#shared/sync/download.ts'
import type { Scope } from './cursor.ts'
import { rawRows } from './raw-rows.ts'
import type { Selection } from './selection.ts'

/** Returns the condition for products held by tills. */
const held = (tx: Tx): SQL => sql`p.organization_id = ${tx.organizationId} AND NOT p.is_archived`

type Row = [
  id: string,
  name: string,
  code: string,
  article: string | null,
  groupId: string | null,
  unitId: string,
  kind: string,
  price: string | null,
  minPrice: string | null,
  vatRate: number | null,
  isWeighed: boolean,
  weightCode: string | null,
  isDiscountProhibited: boolean,
  useGroupVat: boolean,
  trackingType: string,
  paymentSubject: string,
  ntin: string | null,
  minimumAge: number | null,
]

/** Loads products held by tills in id order, with their prices in the price type of the scope. */
export async function loadProducts(tx: Tx, scope: Scope, selection: Selection): Promise<ReadPut[]> {
  const rows = await rawRows<Row>(
    tx,
    sql`SELECT p.id, p.name, p.code, p.article, p.product_group_id, p.unit_of_measure_id, p.kind, r.value, p.min_price,
               p.vat_rate, p.is_weighed, p.weight_code, p.is_discount_prohibited, p.use_group_vat,
               p.tracking_type, p.payment_subject, p.ntin, p.minimum_age
        FROM products p
        LEFT JOIN product_prices r
          ON r.organization_id = p.organization_id AND r.product_id = p.id AND r.price_type_id = ${scope.priceTypeId}
            AND ${selected(sql`r.product_id`, selection)}
        WHERE ${held(tx)} AND ${selected(sql`p.id`, selection)}
        ORDER BY p.id LIMIT ${'ids' in selection ? null : selection.limit}`,
  )
  if (rows.length === 0) return []
  const products =
    'ids' in selection ? selection.ids : { first: must(rows[0])[0], last: must(rows.at(-1))[0] }
  const [barcodes, packs, thumbs, nextPrices] = await awaitAll(
    loadBarcodes(tx, products),
    loadPacks(tx, products),
    loadThumbs(tx, products),
    loadNextPrices(tx, scope, products),
  )
  return rows.map((row) => {
    const [id] = row
    return read(row, {
      barcodes: barcodes.get(id) ?? [],
      packs: packs.get(id) ?? [],
      thumbUrl: thumbs.get(id)?.[0] ?? null,
      nextPrices: nextPrices.get(id) ?? [],
    })
  })
}

/**
 * Returns the condition on an id column. It is applied to products and to prices, because PostgreSQL does not
 * derive one from the other.
 */
function selected(id: SQL, selection: Selection): SQL {
  if ('ids' in selection) return sql`${id} = ANY(${sql.param(selection.ids)}::uuid[])`
  return selection.afterId ? sql`${id} > ${selection.afterId}` : sql`true`
}

interface Details {
  barcodes: string[]
  packs: ReplicaPack[]
  thumbUrl: string | null
  nextPrices: NextPrice[]
}

function read(row: Row, { barcodes, packs, thumbUrl, nextPrices }: Details): ReadPut {
  const [id, name, code, article, groupId, unitId, kind, price, minPrice, vatRate, ...more] = row
  const [isWeighed, weightCode, isDiscountProhibited, useGroupVat, ...late] = more
  const [trackingType, paymentSubject, ntin, minimumAge] = late
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
      useGroupVat,
      nextPrices,
      trackingType,
      paymentSubject,
      ntin,
      packs,
      minimumAge,
      thumbUrl,
    },
  }
}

/** Products given by ids or by an inclusive range of ids. */
type Products = string[] | { first: string; last: string }

/**
 * Returns the condition on product_id. Reading a range of the primary key is faster than a subquery for each
 * product.
 */
const ofProducts = (products: Products): SQL =>
  Array.isArray(products)
    ? sql`product_id = ANY(${sql.param(products)}::uuid[])`
    : sql`product_id BETWEEN ${products.first} AND ${products.last}`

/** Returns barcodes by product, in their stored order. */
async function loadBarcodes(tx: Tx, products: Products): Promise<Map<string, string[]>> {
  const rows = await rawRows<[productId: string, value: string]>(
    tx,
    sql`SELECT product_id, value FROM product_barcodes
        WHERE organization_id = ${tx.organizationId} AND ${ofProducts(products)}
        ORDER BY product_id, position`,
  )
  return grouped(rows)
}

/** Returns packs by product, in their stored order. */
async function loadPacks(tx: Tx, products: Products): Promise<Map<string, ReplicaPack[]>> {
  const rows = await rawRows<[productId: string, uomId: string, quantity: string, barcode: string | null]>(
    tx,
    sql`SELECT product_id, uom_id, quantity, barcode FROM product_packs
        WHERE organization_id = ${tx.organizationId} AND ${ofProducts(products)}
        ORDER BY product_id, position`,
  )
  return grouped(
    rows.map(([productId, uomId, quantity, barcode]) => [
      productId,
      { uomId, quantity: Number(quantity) as Quantity, barcode },
    ]),
  )
}

/** Returns the thumbnail addresses of each product with a main image. */
async function loadThumbs(tx: Tx, products: Products): Promise<Map<string, string[]>> {
  const rows = await rawRows<[productId: string, fileKey: string, contentType: ImageType]>(
    tx,
    sql`SELECT product_id, file_key, content_type FROM product_images
        WHERE organization_id = ${tx.organizationId} AND is_main AND ${ofProducts(products)}`,
  )
  const { organizationId } = tx
  return grouped(
    rows.map(([productId, fileKey, contentType]) => [
      productId,
      imageAddress({ organizationId, fileKey, contentType }, 'thumb'),
    ]),
  )
}

/**
 * Returns future prices by product in order of time. Includes due prices that have not been moved to
 * product_prices yet, so that the replica does not depend on the time of the poll.
 */
async function loadNextPrices(tx: Tx, scope: Scope, products: Products): Promise<Map<string, NextPrice[]>> {
  const rows = await rawRows<[productId: string, startsAt: Date, value: string]>(
    tx,
    sql`SELECT product_id, starts_at, value FROM future_prices
        WHERE organization_id = ${tx.organizationId} AND ${ofProducts(products)}
          AND price_type_id = ${scope.priceTypeId}
        ORDER BY product_id, starts_at`,
  )
  return grouped(
    rows.map(([productId, startsAt, value]) => [
      productId,
      { from: new Date(startsAt).toISOString(), price: Number(value) as Amount },
    ]),
  )
}

function grouped<Value>(entries: readonly (readonly [string, Value])[]): Map<string, Value[]> {
  const groups = new Map<string, Value[]>()
  for (const [key, value] of entries) {
    const values = groups.get(key)
    if (values) values.push(value)
    else groups.set(key, [value])
  }
  return groups
}

/** Returns the ids of all products held by tills, or of those in a bucket. */
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

/** Returns the ids of products whose current or future prices differ between the two price types. */
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
    sql`SELECT p.id FROM products p WHERE ${held(tx)} AND ${priceOf(priceTypeId)} <> ${priceOf(otherId)}
        UNION
        SELECT p.id FROM future_prices f
        JOIN products p ON p.organization_id = f.organization_id AND p.id = f.product_id
        WHERE f.organization_id = ${tx.organizationId} AND f.price_type_id IN (${priceTypeId}, ${otherId})
          AND ${held(tx)}`,
  )
  return rows.flat()
}
