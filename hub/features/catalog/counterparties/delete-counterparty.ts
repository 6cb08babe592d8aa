import { eq } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { refuseWhenUsed } from '#hub/db/in-use.ts'
import { deleteRecord, getRecord } from '#hub/db/records.ts'
import { counterparties } from '#hub/db/tables/catalog.ts'
import { loyaltyCards } from '#hub/db/tables/loyalty.ts'
import { products } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { CounterpartyRemoval } from '#shared/contracts/catalog/counterparties.ts'
import { Problem } from '#shared/problems/problem.ts'
import { clearSupplier } from './queries.ts'

/**
 * Throws system_record for the one of the product, and in_use when it holds a loyalty card
 * or products name it, unless they are to lose it.
 */
export async function deleteCounterparty(
  tx: Tx,
  id: string,
  _: Actor | null,
  { clearReferences }: CounterpartyRemoval,
): Promise<void> {
  const { isSystem, name } = await getRecord(tx, counterparties, 'counterparty', id)
  if (isSystem)
    throw new Problem('system_record', { detail: `Sales that name no customer are those of ${name}` })
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
