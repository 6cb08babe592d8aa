import { sql } from 'drizzle-orm'
import { insertRows } from '#hub/db/insert-rows.ts'
import { productBarcodes, productPacks, productPrices, products } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import { updateRows } from '#hub/db/update-rows.ts'
import type { Barcode } from '#shared/imports/barcode-cell.ts'
import type { Amount } from '#shared/money/decimal.ts'
import { type Pack, packRows } from './packs/packs.ts'
import type { ProductValues } from './whole-products.ts'

/** New state of a product. */
export interface ProductChange {
  id: string
  /** Current version. */
  version: number
  values: ProductValues
  /** New barcodes. Null keeps the current ones. */
  barcodes: readonly Barcode[] | null
  packs: readonly Pack[] | null
  /** Changed prices by price type. Null removes the price. */
  prices: ReadonlyMap<string, Amount | null>
}

/**
 * Writes many products at once. Returns the number of updated products. Products with another version are not
 * changed.
 */
export async function changeProducts(tx: Tx, changes: readonly ProductChange[]): Promise<number> {
  const count = await updateRows(
    tx,
    products,
    changes.map(({ id, version, values }) => ({ ...values, id, version })),
  )
  const recoded = changes.filter(({ barcodes }) => barcodes !== null)
  await removeOf(tx, 'product_barcodes', recoded)
  await insertRows(
    tx,
    productBarcodes,
    recoded.flatMap(({ id, barcodes }) => barcodeRows(tx, id, barcodes ?? [])),
  )
  const repacked = changes.filter(({ packs }) => packs !== null)
  await removeOf(tx, 'product_packs', repacked)
  await insertRows(
    tx,
    productPacks,
    repacked.flatMap(({ id, packs }) => packRows(tx, id, packs ?? [])),
  )
  await changePrices(tx, changes)
  return count
}

async function removeOf(
  tx: Tx,
  table: 'product_barcodes' | 'product_packs',
  changes: readonly ProductChange[],
): Promise<void> {
  if (changes.length === 0) return
  const ids = sql.param(changes.map(({ id }) => id))
  await tx.execute(sql`
    DELETE FROM ${sql.identifier(table)}
    WHERE organization_id = ${tx.organizationId} AND product_id = ANY(${ids}::uuid[])`)
}

async function changePrices(tx: Tx, changes: readonly ProductChange[]): Promise<void> {
  const all = changes.flatMap(({ id, prices }) =>
    [...prices].map(([priceTypeId, value]) => ({ productId: id, priceTypeId, value })),
  )
  const removed = all.filter(({ value }) => value === null)
  if (removed.length > 0)
    await tx.execute(sql`
      DELETE FROM product_prices
      WHERE organization_id = ${tx.organizationId} AND (product_id, price_type_id) IN (
        SELECT * FROM unnest(
          ${sql.param(removed.map(({ productId }) => productId))}::uuid[],
          ${sql.param(removed.map(({ priceTypeId }) => priceTypeId))}::uuid[]))`)
  await insertRows(
    tx,
    productPrices,
    all.flatMap(({ value, ...key }) =>
      value === null ? [] : { organizationId: tx.organizationId, ...key, value },
    ),
    'ON CONFLICT (organization_id, product_id, price_type_id) DO UPDATE SET value = excluded.value',
  )
}

export const barcodeRows = (tx: Tx, productId: string, barcodes: readonly Barcode[]) =>
  barcodes.map(({ value, type }, position) => ({
    organizationId: tx.organizationId,
    productId,
    value,
    type,
    position,
  }))
