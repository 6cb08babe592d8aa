import { and, asc, eq, type InferSelectModel, inArray } from 'drizzle-orm'
import { priceTypes, productBarcodes, productPrices, type products } from '#hub/db/tables/catalog.ts'
import { unitsOfMeasure } from '#hub/db/tables/platform.ts'
import type { Tx } from '#hub/db/transact.ts'
import { findPaths } from '#hub/features/catalog/product-groups/queries.ts'
import type { ProductCreate } from '#shared/contracts/products.ts'
import { must } from '#shared/std/must.ts'
import type { Price } from './prices.ts'

export type ProductRow = InferSelectModel<typeof products>
export type Barcode = ProductCreate['barcodes'][number]

/** A product with what other tables say of it. */
export interface ProductDetails extends ProductRow {
  unitName: string
  groupPath: string | null
  barcodes: Barcode[]
  prices: Price[]
}

/** Four statements, however many products. */
export async function withDetails(tx: Tx, rows: ProductRow[]): Promise<ProductDetails[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const barcodes = Map.groupBy(await listBarcodes(tx, ids), (barcode) => barcode.productId)
  const prices = Map.groupBy(await listPrices(tx, ids), (price) => price.productId)
  const unitNames = await findUnitNames(tx, distinct(rows.map((row) => row.unitOfMeasureId)))
  const paths = await findPaths(tx, distinct(rows.flatMap((row) => row.productGroupId ?? [])))
  return rows.map((row) => ({
    ...row,
    unitName: must(unitNames.get(row.unitOfMeasureId), 'unit name'),
    groupPath: row.productGroupId && must(paths.get(row.productGroupId), 'group path'),
    barcodes: (barcodes.get(row.id) ?? []).map(({ value, type }) => ({ value, type })),
    prices: (prices.get(row.id) ?? []).map(({ productId: _, ...price }) => price),
  }))
}

const distinct = (ids: string[]): string[] => [...new Set(ids)]

function listBarcodes(tx: Tx, productIds: string[]) {
  return tx
    .select()
    .from(productBarcodes)
    .where(
      and(
        eq(productBarcodes.organizationId, tx.organizationId),
        inArray(productBarcodes.productId, productIds),
      ),
    )
    .orderBy(asc(productBarcodes.position))
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
    .where(
      and(eq(productPrices.organizationId, tx.organizationId), inArray(productPrices.productId, productIds)),
    )
    .orderBy(asc(priceTypes.sortOrder), asc(priceTypes.name))
}

async function findUnitNames(tx: Tx, ids: string[]): Promise<Map<string, string>> {
  const units = await tx
    .select({ id: unitsOfMeasure.id, name: unitsOfMeasure.name })
    .from(unitsOfMeasure)
    .where(inArray(unitsOfMeasure.id, ids))
  return new Map(units.map((unit) => [unit.id, unit.name]))
}
