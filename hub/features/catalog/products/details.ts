import { and, asc, eq, type InferSelectModel, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { type Given, statement } from '#hub/db/statement.ts'
import { priceTypes } from '#hub/db/tables/catalog.ts'
import { unitsOfMeasure } from '#hub/db/tables/platform.ts'
import {
  futurePrices,
  productBarcodes,
  productMinStocks,
  productPrices,
  type products,
} from '#hub/db/tables/products.ts'
import { together } from '#hub/db/together.ts'
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

/** Seven statements, however many products. */
export async function withDetails(tx: Tx, rows: ProductRow[]): Promise<ProductDetails[]> {
  if (rows.length === 0) return []
  const productIds = rows.map((row) => row.id)
  const [barcodes, prices, future, minStocks, images, units, groups] = await together(
    listBarcodes(tx, { productIds }).then(byProduct),
    listPrices(tx, { productIds }).then(byProduct),
    listFuturePrices(tx, { productIds }).then(byProduct),
    listMinStocks(tx, { productIds }).then(byProduct),
    listImages(tx, productIds).then((all) => Map.groupBy(all, (image) => image.productId)),
    listUnitNames(tx, { ids: distinct(rows.map((row) => row.unitOfMeasureId)) }),
    findGroupsAbove(tx, distinct(rows.flatMap((row) => row.productGroupId ?? []))),
  )
  const unitNames = new Map(units.map(({ id, name }) => [id, name]))
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
  given: Given<'productIds'>,
  table: { organizationId: AnyPgColumn; productId: AnyPgColumn },
): SQL | undefined {
  return and(
    eq(table.organizationId, given.organizationId),
    sql`${table.productId} = ANY(${given.productIds}::uuid[])`,
  )
}

const listBarcodes = statement('product-barcodes.of-products', (given: Given<'productIds'>, db) =>
  db
    .select({
      productId: productBarcodes.productId,
      value: productBarcodes.value,
      type: productBarcodes.type,
    })
    .from(productBarcodes)
    .where(ofProducts(given, productBarcodes))
    .orderBy(asc(productBarcodes.position)),
)

const listPrices = statement('product-prices.of-products', (given: Given<'productIds'>, db) =>
  db
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
    .where(ofProducts(given, productPrices))
    .orderBy(asc(priceTypes.sortOrder), asc(priceTypes.name)),
)

const listFuturePrices = statement('future-prices.of-products', (given: Given<'productIds'>, db) =>
  db
    .select({
      productId: futurePrices.productId,
      priceTypeId: futurePrices.priceTypeId,
      value: futurePrices.value,
      startsAt: futurePrices.startsAt,
    })
    .from(futurePrices)
    .where(ofProducts(given, futurePrices))
    .orderBy(asc(futurePrices.startsAt), asc(futurePrices.priceTypeId)),
)

const listMinStocks = statement('product-min-stocks.of-products', (given: Given<'productIds'>, db) =>
  db
    .select({
      productId: productMinStocks.productId,
      storeId: productMinStocks.storeId,
      minStock: productMinStocks.minStock,
    })
    .from(productMinStocks)
    .where(ofProducts(given, productMinStocks))
    .orderBy(asc(productMinStocks.storeId)),
)

const listUnitNames = statement('units-of-measure.names', (given: Given<'ids'>, db) =>
  db
    .select({ id: unitsOfMeasure.id, name: unitsOfMeasure.name })
    .from(unitsOfMeasure)
    .where(sql`${unitsOfMeasure.id} = ANY(${given.ids}::uuid[])`),
)
