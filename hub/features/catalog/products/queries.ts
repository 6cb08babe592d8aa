import { and, asc, eq, inArray, or, type SQL } from 'drizzle-orm'
import { contains, getRecord, listRecords } from '#hub/db/records.ts'
import { priceTypes, productBarcodes, productPrices, products } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import { inGroup } from '#hub/features/catalog/product-groups/queries.ts'
import type { ProductListQuery } from '#shared/contracts/products.ts'
import type { Amount } from '#shared/money/decimal.ts'
import { must } from '#shared/std/must.ts'
import { type Barcode, type ProductDetails, withDetails } from './details.ts'
import type { Price, PriceType } from './prices.ts'

export async function listProducts(
  tx: Tx,
  query: ProductListQuery,
): Promise<{ rows: ProductDetails[]; total: number }> {
  const { productGroupId, isArchived, search } = query
  const { rows, total } = await listRecords(tx, products, query, {
    where: [
      productGroupId ? inGroup(tx, products.productGroupId, productGroupId) : undefined,
      isArchived === undefined ? undefined : eq(products.isArchived, isArchived),
      search
        ? or(
            contains([products.name, products.code, products.article], search),
            hasBarcode(tx, contains([productBarcodes.value], search)),
          )
        : undefined,
    ],
    searchIn: [],
    sortBy: {
      name: products.name,
      code: products.code,
      article: products.article,
      createdAt: products.createdAt,
      updatedAt: products.updatedAt,
    },
    defaultSort: 'name',
  })
  return { rows: await withDetails(tx, rows), total }
}

/** Throws not_found. */
export async function getProduct(tx: Tx, id: string): Promise<ProductDetails> {
  const [product] = await withDetails(tx, [await getRecord(tx, products, 'product', id)])
  return must(product, 'product')
}

/** Archived products come last. */
export async function findByBarcode(tx: Tx, value: string): Promise<ProductDetails[]> {
  const rows = await tx
    .select()
    .from(products)
    .where(
      and(eq(products.organizationId, tx.organizationId), hasBarcode(tx, eq(productBarcodes.value, value))),
    )
    .orderBy(asc(products.isArchived), asc(products.name), asc(products.id))
  return withDetails(tx, rows)
}

/** For conditions on products: one of its barcodes is such. */
export function hasBarcode(tx: Tx, such: SQL | undefined): SQL {
  const having = tx
    .select({ id: productBarcodes.productId })
    .from(productBarcodes)
    .where(and(eq(productBarcodes.organizationId, tx.organizationId), such))
  return inArray(products.id, having)
}

export function listPriceTypes(tx: Tx): Promise<PriceType[]> {
  return tx
    .select({ id: priceTypes.id, isDefault: priceTypes.isDefault })
    .from(priceTypes)
    .where(eq(priceTypes.organizationId, tx.organizationId))
    .orderBy(asc(priceTypes.sortOrder), asc(priceTypes.name))
}

export async function insertBarcodes(tx: Tx, productId: string, barcodes: Barcode[]): Promise<void> {
  if (barcodes.length === 0) return
  const own = { organizationId: tx.organizationId, productId }
  await tx
    .insert(productBarcodes)
    .values(barcodes.map((barcode, position) => ({ ...own, ...barcode, position })))
}

export async function insertPrices(tx: Tx, productId: string, prices: Price[]): Promise<void> {
  if (prices.length === 0) return
  const own = { organizationId: tx.organizationId, productId }
  await tx
    .insert(productPrices)
    .values(prices.map(({ priceTypeId, value }) => ({ ...own, priceTypeId, value })))
}

export async function deleteBarcodes(tx: Tx, productId: string): Promise<void> {
  await tx
    .delete(productBarcodes)
    .where(
      and(eq(productBarcodes.organizationId, tx.organizationId), eq(productBarcodes.productId, productId)),
    )
}

export async function deletePrices(tx: Tx, productId: string): Promise<void> {
  await tx
    .delete(productPrices)
    .where(and(eq(productPrices.organizationId, tx.organizationId), eq(productPrices.productId, productId)))
}

export async function setPrice(tx: Tx, productId: string, priceTypeId: string, value: Amount): Promise<void> {
  await tx
    .insert(productPrices)
    .values({ organizationId: tx.organizationId, productId, priceTypeId, value })
    .onConflictDoUpdate({
      target: [productPrices.organizationId, productPrices.productId, productPrices.priceTypeId],
      set: { value },
    })
}
