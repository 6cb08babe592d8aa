import { and, eq, inArray } from 'drizzle-orm'
import { deleteRecord } from '#hub/db/records.ts'
import { refuseWhenUsed } from '#hub/db/refuse-when-used.ts'
import { stores } from '#hub/db/tables/catalog.ts'
import { products } from '#hub/db/tables/products.ts'
import { retailSaleLines, retailSales } from '#hub/db/tables/sales.ts'
import { stockBalances } from '#hub/db/tables/stock.ts'
import type { Tx } from '#hub/db/transact.ts'
import { deleteImageFiles, removeImagesOf } from '#hub/features/catalog/product-images/remove-images.ts'
import type { AfterCommit } from '#hub/http/standard-resource.ts'

/**
 * Deletes a product with its images. Throws `in_use` when the product was ever sold or in stock, and must be
 * archived instead.
 */
export async function deleteProduct(tx: Tx, id: string): Promise<AfterCommit> {
  const sold = tx
    .select({ id: retailSaleLines.saleId })
    .from(retailSaleLines)
    .where(and(eq(retailSaleLines.organizationId, tx.organizationId), eq(retailSaleLines.productId, id)))
  const kept = tx
    .select({ id: stockBalances.storeId })
    .from(stockBalances)
    .where(and(eq(stockBalances.organizationId, tx.organizationId), eq(stockBalances.productId, id)))
  await refuseWhenUsed(tx, [
    {
      resource: 'retail sales',
      table: retailSales,
      where: inArray(retailSales.id, sold),
      name: retailSales.number,
    },
    { resource: 'stores with stock', table: stores, where: inArray(stores.id, kept), name: stores.name },
  ])
  const images = await removeImagesOf(tx, id)
  await deleteRecord(tx, products, 'product', id)
  return (hub) => deleteImageFiles(hub, images)
}
