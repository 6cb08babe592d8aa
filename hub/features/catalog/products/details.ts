import { and, asc, eq, type InferSelectModel, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { priceTypes } from '#hub/db/tables/catalog.ts'
import { unitsOfMeasure } from '#hub/db/tables/platform.ts'
import {
  futurePrices,
  productBarcodes,
  productMinStocks,
  productPrices,
  type products,
} from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import { type ImageRow, listImages } from '#hub/features/catalog/product-images/queries.ts'
import { effectiveVatRate } from '#shared/catalog/effective-vat.ts'
import type { ProductCreate } from '#shared/contracts/products.ts'
import type { Amount, Percent, Quantity } from '#shared/money/decimal.ts'
import { must } from '#shared/std/must.ts'
import { findGroupsAbove, pathTo } from './groups-above.ts'
import type { Price } from './prices.ts'

export type ProductRow = InferSelectModel<typeof products>
export type Barcode = ProductCreate['barcodes'][number]
export interface FuturePrice {
  priceTypeId: string
  value: Amount
  startsAt: Date
}
export interface MinStock {
  storeId: string
  minStock: Quantity
}

/** A product with what other tables say of it. */
export interface ProductDetails extends ProductRow {
  unitName: string
  groupPath: string | null
  effectiveVatRate: Percent | null
  barcodes: Barcode[]
  prices: Price[]
  futurePrices: FuturePrice[]
  minStockByStore: MinStock[]
  images: ImageRow[]
}

/**
 * Seven statements, however many products. They are prepared, as each product that is shown asks them: to plan one takes
 * longer than to run it.
 */
export async function withDetails(tx: Tx, rows: ProductRow[]): Promise<ProductDetails[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const barcodes = byProduct(await listBarcodes(tx, ids))
  const prices = byProduct(await listPrices(tx, ids))
  const future = byProduct(await listFuturePrices(tx, ids))
  const minStocks = byProduct(await listMinStocks(tx, ids))
  const images = Map.groupBy(await listImages(tx, ids), (image) => image.productId)
  const unitNames = await findUnitNames(tx, distinct(rows.map((row) => row.unitOfMeasureId)))
  const groups = await findGroupsAbove(tx, distinct(rows.flatMap((row) => row.productGroupId ?? [])))
  return rows.map((row) => ({
    ...row,
    unitName: must(unitNames.get(row.unitOfMeasureId), 'unit name'),
    groupPath: row.productGroupId && pathTo(groups, row.productGroupId),
    effectiveVatRate: effectiveVatRate({ ...row, groupId: row.productGroupId }, (id) => groups.get(id)),
    barcodes: barcodes(row.id),
    prices: prices(row.id),
    futurePrices: future(row.id),
    minStockByStore: minStocks(row.id),
    images: images.get(row.id) ?? [],
  }))
}

function byProduct<Line extends { productId: string }>(lines: Line[]) {
  const groups = Map.groupBy(lines, (line) => line.productId)
  return (productId: string) => (groups.get(productId) ?? []).map(({ productId: _, ...line }) => line)
}

const distinct = (ids: string[]): string[] => [...new Set(ids)]

/** The rows of the organization that belong to one of the products. */
function ofProducts(
  tx: Tx,
  table: { organizationId: AnyPgColumn; productId: AnyPgColumn },
  productIds: string[],
): SQL | undefined {
  return and(
    eq(table.organizationId, tx.organizationId),
    sql`${table.productId} = ANY(${sql.param(productIds)}::uuid[])`,
  )
}

function listBarcodes(tx: Tx, productIds: string[]) {
  return tx
    .select({
      productId: productBarcodes.productId,
      value: productBarcodes.value,
      type: productBarcodes.type,
    })
    .from(productBarcodes)
    .where(ofProducts(tx, productBarcodes, productIds))
    .orderBy(asc(productBarcodes.position))
    .prepare('product-barcodes.of-products')
    .execute()
}

function listPrices(tx: Tx, productIds: string[]): Promise<(Price & { productId: string })[]> {
  return tx
    .select({
      productId: productPrices.productId,
      priceTypeId: productPrices.priceTypeId,
      value: productPrices.value,
      isDefault: priceTypes.isDefault,
    })
    .from(productPrices)
    .innerJoin(
      priceTypes,
      and(
        eq(priceTypes.organizationId, productPrices.organizationId),
        eq(priceTypes.id, productPrices.priceTypeId),
      ),
    )
    .where(ofProducts(tx, productPrices, productIds))
    .orderBy(asc(priceTypes.sortOrder), asc(priceTypes.name))
    .prepare('product-prices.of-products')
    .execute()
}

function listFuturePrices(tx: Tx, productIds: string[]) {
  return tx
    .select({
      productId: futurePrices.productId,
      priceTypeId: futurePrices.priceTypeId,
      value: futurePrices.value,
      startsAt: futurePrices.startsAt,
    })
    .from(futurePrices)
    .where(ofProducts(tx, futurePrices, productIds))
    .orderBy(asc(futurePrices.startsAt), asc(futurePrices.priceTypeId))
    .prepare('future-prices.of-products')
    .execute()
}

function listMinStocks(tx: Tx, productIds: string[]) {
  return tx
    .select({
      productId: productMinStocks.productId,
      storeId: productMinStocks.storeId,
      minStock: productMinStocks.minStock,
    })
    .from(productMinStocks)
    .where(ofProducts(tx, productMinStocks, productIds))
    .orderBy(asc(productMinStocks.storeId))
    .prepare('product-min-stocks.of-products')
    .execute()
}

async function findUnitNames(tx: Tx, ids: string[]): Promise<Map<string, string>> {
  const units = await tx
    .select({ id: unitsOfMeasure.id, name: unitsOfMeasure.name })
    .from(unitsOfMeasure)
    .where(sql`${unitsOfMeasure.id} = ANY(${sql.param(ids)}::uuid[])`)
    .prepare('units-of-measure.names')
    .execute()
  return new Map(units.map((unit) => [unit.id, unit.name]))
}
