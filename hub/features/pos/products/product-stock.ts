import { and, desc, eq, gt, or, sql } from 'drizzle-orm'
import { awaitAll } from '#hub/db/await-all.ts'
import { getRecord } from '#hub/db/records.ts'
import { retailPoints, stores } from '#hub/db/tables/catalog.ts'
import { products } from '#hub/db/tables/products.ts'
import { stockBalances } from '#hub/db/tables/stock.ts'
import { devices } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Quantity } from '#shared/money/decimal.ts'
import { MAX_STOCK_STORES } from '#shared/sync/product-stock.ts'

interface StoreOfProduct {
  id: string
  name: string
  quantity: Quantity
  isOwn: boolean
}

/**
 * Returns product data that a till requests on demand: the description and the stock by store. Throws
 * `not_found`.
 */
export async function getProductStock(tx: Tx, deviceId: string, productId: string) {
  const [{ description }, places] = await awaitAll(
    getRecord(tx, products, 'product', productId),
    listPlaces(tx, deviceId, productId),
  )
  return { description, stores: places, at: new Date() }
}

/** Returns the device's store first, then other stores with stock of the product, in descending order of stock. */
function listPlaces(tx: Tx, deviceId: string, productId: string): Promise<StoreOfProduct[]> {
  const isOwn = sql<boolean>`${stores.id} = (
    SELECT p.store_id FROM ${devices} d
    JOIN ${retailPoints} p ON p.organization_id = d.organization_id AND p.id = d.retail_point_id
    WHERE d.organization_id = ${tx.organizationId} AND d.id = ${deviceId})`
  const quantity = sql<Quantity>`coalesce(${stockBalances.quantity}, 0)`.mapWith(stockBalances.quantity)
  return tx
    .select({ id: stores.id, name: stores.name, quantity, isOwn })
    .from(stores)
    .leftJoin(
      stockBalances,
      and(
        eq(stockBalances.organizationId, stores.organizationId),
        eq(stockBalances.storeId, stores.id),
        eq(stockBalances.productId, productId),
      ),
    )
    .where(
      and(eq(stores.organizationId, tx.organizationId), or(isOwn, gt(stockBalances.quantity, 0 as Quantity))),
    )
    .orderBy(desc(isOwn), desc(quantity), stores.name)
    .limit(MAX_STOCK_STORES)
}
