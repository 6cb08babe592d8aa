import { and, arrayContains, eq, inArray } from 'drizzle-orm'
import { deleteRecord, getRecord } from '#hub/db/records.ts'
import { refuseWhenUsed } from '#hub/db/refuse-when-used.ts'
import { retailPoints, stores } from '#hub/db/tables/catalog.ts'
import { employees } from '#hub/db/tables/organization.ts'
import { productMinStocks, products } from '#hub/db/tables/products.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import { stockBalances } from '#hub/db/tables/stock.ts'
import type { Tx } from '#hub/db/transact.ts'
import { refuseDefault } from '#hub/features/catalog/one-default.ts'

/**
 * Deletes a store. Throws `in_use` for the default store and for a store referenced by other stores,
 * employees, retail points, sales or stock.
 */
export async function deleteStore(tx: Tx, id: string): Promise<void> {
  refuseDefault(await getRecord(tx, stores, 'store', id), 'store')
  const kept = tx
    .select({ id: stockBalances.productId })
    .from(stockBalances)
    .where(and(eq(stockBalances.organizationId, tx.organizationId), eq(stockBalances.storeId, id)))
  await refuseWhenUsed(tx, [
    { resource: 'stores', table: stores, where: eq(stores.parentId, id), name: stores.name },
    {
      resource: 'employees',
      table: employees,
      where: arrayContains(employees.storeIds, [id]),
      name: employees.lastName,
    },
    {
      resource: 'retail points',
      table: retailPoints,
      where: eq(retailPoints.storeId, id),
      name: retailPoints.name,
    },
    {
      resource: 'retail sales',
      table: retailSales,
      where: eq(retailSales.storeId, id),
      name: retailSales.number,
    },
    {
      resource: 'products in stock',
      table: products,
      where: inArray(products.id, kept),
      name: products.name,
    },
  ])
  await tx
    .delete(productMinStocks)
    .where(and(eq(productMinStocks.organizationId, tx.organizationId), eq(productMinStocks.storeId, id)))
  await deleteRecord(tx, stores, 'store', id)
}
