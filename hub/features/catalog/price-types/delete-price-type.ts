import { and, eq, inArray, or } from 'drizzle-orm'
import { deleteRecord, getRecord } from '#hub/db/records.ts'
import { refuseWhenUsed } from '#hub/db/refuse-when-used.ts'
import { counterparties, priceTypes, retailPoints } from '#hub/db/tables/catalog.ts'
import { futurePrices, productPrices, products } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import { refuseDefault } from '#hub/features/catalog/one-default.ts'

/**
 * Deletes a price type. Throws `in_use` for the default one, and for one that retail points, counterparties
 * or prices refer to.
 */
export async function deletePriceType(tx: Tx, id: string): Promise<void> {
  refuseDefault(await getRecord(tx, priceTypes, 'price type', id), 'price type')
  await refuseWhenUsed(tx, [
    {
      resource: 'retail points',
      table: retailPoints,
      where: eq(retailPoints.priceTypeId, id),
      name: retailPoints.name,
    },
    {
      resource: 'counterparties',
      table: counterparties,
      where: eq(counterparties.priceTypeId, id),
      name: counterparties.name,
    },
    {
      resource: 'products',
      table: products,
      where: or(
        inArray(products.id, productsWith(tx, productPrices, id)),
        inArray(products.id, productsWith(tx, futurePrices, id)),
      ),
      name: products.name,
    },
  ])
  await deleteRecord(tx, priceTypes, 'price type', id)
}

/** Returns the ids of products that have a current or future price of the type. */
function productsWith(tx: Tx, table: typeof productPrices | typeof futurePrices, priceTypeId: string) {
  return tx
    .select({ id: table.productId })
    .from(table)
    .where(and(eq(table.organizationId, tx.organizationId), eq(table.priceTypeId, priceTypeId)))
}
