import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { awaitAll } from '#hub/db/await-all.ts'
import { notFound } from '#hub/db/records.ts'
import { type Given, statement } from '#hub/db/statement.ts'
import { priceTypes } from '#hub/db/tables/catalog.ts'
import { futurePrices, productBarcodes, productMinStocks, productPrices } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Amount } from '#shared/money/decimal.ts'
import {
  type Barcode,
  type FuturePrice,
  type MinStock,
  type ProductDetails,
  productsWithDetails,
} from './details.ts'
import type { Price, PriceType } from './prices/prices.ts'

/** Returns the product. Throws `not_found`. */
export async function getProduct(tx: Tx, id: string): Promise<ProductDetails> {
  const [product] = await findProducts(tx, [id])
  if (!product) throw notFound('product', id)
  return product
}

const productsOf = productsWithDetails(
  'products.of-ids',
  (given: Given<'ids'>) => sql`SELECT unnest(${given.ids}::uuid[])`,
)

/** Returns the products with these ids, in the given order. Unknown ids are left out. */
export async function findProducts(tx: Tx, ids: readonly string[]): Promise<ProductDetails[]> {
  if (ids.length === 0) return []
  const found = await productsOf(tx, { ids })
  const byId = new Map(found.map((product) => [product.id, product]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const priceTypesInOrder = statement('price-types', (given: Given<never>, db) =>
  db
    .select({ id: priceTypes.id, isDefault: priceTypes.isDefault })
    .from(priceTypes)
    .where(eq(priceTypes.organizationId, given.organizationId))
    .orderBy(asc(priceTypes.sortOrder), asc(priceTypes.name)),
)

export function listPriceTypes(tx: Tx): Promise<PriceType[]> {
  return priceTypesInOrder(tx, {})
}

export async function insertBarcodes(tx: Tx, productId: string, barcodes: Barcode[]): Promise<void> {
  if (barcodes.length === 0) return
  const own = { organizationId: tx.organizationId, productId }
  await tx
    .insert(productBarcodes)
    .values(barcodes.map((barcode, position) => ({ ...own, ...barcode, position })))
    .onConflictDoUpdate({
      target: [productBarcodes.organizationId, productBarcodes.productId, productBarcodes.value],
      set: { type: sql`excluded.type`, position: sql`excluded.position` },
    })
}

export async function insertPrices(tx: Tx, productId: string, prices: Price[]): Promise<void> {
  if (prices.length === 0) return
  const own = { organizationId: tx.organizationId, productId }
  await tx
    .insert(productPrices)
    .values(prices.map(({ priceTypeId, value }) => ({ ...own, priceTypeId, value })))
}

export async function insertFuturePrices(tx: Tx, productId: string, prices: FuturePrice[]): Promise<void> {
  if (prices.length === 0) return
  const own = { organizationId: tx.organizationId, productId }
  await tx
    .insert(futurePrices)
    .values(prices.map(({ priceTypeId, value, startsAt }) => ({ ...own, priceTypeId, value, startsAt })))
}

export async function insertMinStocks(tx: Tx, productId: string, lines: MinStock[]): Promise<void> {
  if (lines.length === 0) return
  const own = { organizationId: tx.organizationId, productId }
  await tx
    .insert(productMinStocks)
    .values(lines.map(({ storeId, minStock }) => ({ ...own, storeId, minStock })))
}

/**
 * Replaces barcodes. Unchanged ones are not deleted and inserted again, because each would update the product
 * (products.hasBarcode).
 */
export async function replaceBarcodes(tx: Tx, productId: string, barcodes: Barcode[]): Promise<void> {
  await insertBarcodes(tx, productId, barcodes)
  const values = barcodes.map(({ value }) => value)
  await tx
    .delete(productBarcodes)
    .where(
      and(
        ofProduct(tx, productBarcodes, productId),
        sql`${productBarcodes.value} <> ALL(${sql.param(values)}::text[])`,
      ),
    )
}

export async function replacePrices(tx: Tx, productId: string, prices: Price[]): Promise<void> {
  await tx.delete(productPrices).where(ofProduct(tx, productPrices, productId))
  await insertPrices(tx, productId, prices)
}

export async function replaceFuturePrices(tx: Tx, productId: string, prices: FuturePrice[]): Promise<void> {
  await tx.delete(futurePrices).where(ofProduct(tx, futurePrices, productId))
  await insertFuturePrices(tx, productId, prices)
}

export async function replaceMinStocks(tx: Tx, productId: string, lines: MinStock[]): Promise<void> {
  await tx.delete(productMinStocks).where(ofProduct(tx, productMinStocks, productId))
  await insertMinStocks(tx, productId, lines)
}

function ofProduct(
  tx: Tx,
  table: { organizationId: AnyPgColumn; productId: AnyPgColumn },
  productId: string,
): SQL | undefined {
  return and(eq(table.organizationId, tx.organizationId), eq(table.productId, productId))
}

/** Sets a price. Also removes a due price that was not applied yet. */
export async function setPrice(tx: Tx, productId: string, priceTypeId: string, value: Amount): Promise<void> {
  await awaitAll(
    dropDuePrices(tx, { productId, priceTypeId }),
    putPrice(tx, { productId, priceTypeId, value }),
  )
}

const dropDuePrices = statement(
  'future-prices.drop-due',
  (given: Given<'productId' | 'priceTypeId'>) => sql`
    DELETE FROM future_prices
    WHERE organization_id = ${given.organizationId} AND product_id = ${given.productId}
      AND price_type_id = ${given.priceTypeId} AND starts_at <= now()`,
)

const putPrice = statement(
  'product-prices.put',
  (given: Given<'productId' | 'priceTypeId' | 'value'>) => sql`
    INSERT INTO product_prices (organization_id, product_id, price_type_id, value)
    VALUES (${given.organizationId}, ${given.productId}, ${given.priceTypeId}, ${given.value})
    ON CONFLICT (organization_id, product_id, price_type_id) DO UPDATE SET value = excluded.value`,
)
