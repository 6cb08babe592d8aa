import { eq } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { deleteRecord, getRecord } from '#hub/db/records.ts'
import { refuseWhenUsed } from '#hub/db/refuse-when-used.ts'
import { counterparties } from '#hub/db/tables/catalog.ts'
import { loyaltyCards } from '#hub/db/tables/loyalty.ts'
import { products } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { CounterpartyRemoval } from '#shared/contracts/catalog/counterparties.ts'
import { Problem } from '#shared/problems/problem.ts'
import { clearSupplier } from './queries.ts'

/**
 * Deletes a counterparty. Throws `system_record` for the preset one. Throws `in_use` when it has a loyalty
 * card or is the supplier of products, unless the references are to be cleared.
 */
export async function deleteCounterparty(
  tx: Tx,
  id: string,
  _: Actor | null,
  { clearReferences }: CounterpartyRemoval,
): Promise<void> {
  const { isSystem, name } = await getRecord(tx, counterparties, 'counterparty', id)
  if (isSystem)
    throw new Problem('system_record', { detail: `${name} is the customer of sales without a customer` })
  await refuseWhenUsed(tx, [
    {
      resource: 'loyalty cards',
      table: loyaltyCards,
      where: eq(loyaltyCards.customerId, id),
      name: loyaltyCards.cardNumber,
    },
  ])
  if (clearReferences) await clearSupplier(tx, id)
  else {
    await refuseWhenUsed(tx, [
      { resource: 'products', table: products, where: eq(products.supplierId, id), name: products.name },
    ])
  }
  await deleteRecord(tx, counterparties, 'counterparty', id)
}
