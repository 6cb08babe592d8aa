import { and, eq, inArray } from 'drizzle-orm'
import { refuseWhenUsed } from '#hub/db/in-use.ts'
import { deleteRecord, getRecord } from '#hub/db/records.ts'
import { priceTypes, productPrices, products, retailPoints } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import { refuseDefault } from '#hub/features/catalog/one-default.ts'

/** Throws in_use for the default price type and for one that retail points or prices of products refer to. */
export async function deletePriceType(tx: Tx, id: string): Promise<void> {
  refuseDefault(await getRecord(tx, priceTypes, 'price type', id), 'price type')
  const priced = tx
    .select({ id: productPrices.productId })
    .from(productPrices)
    .where(and(eq(productPrices.organizationId, tx.organizationId), eq(productPrices.priceTypeId, id)))
  await refuseWhenUsed(tx, [
    {
      resource: 'retail points',
      table: retailPoints,
      where: eq(retailPoints.priceTypeId, id),
      name: retailPoints.name,
    },
    { resource: 'products', table: products, where: inArray(products.id, priced), name: products.name },
  ])
  await deleteRecord(tx, priceTypes, 'price type', id)
}
