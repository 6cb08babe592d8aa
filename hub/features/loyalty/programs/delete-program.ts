import { arrayContains, eq } from 'drizzle-orm'
import { refuseWhenUsed } from '#hub/db/in-use.ts'
import { deleteRecord } from '#hub/db/records.ts'
import { loyaltyCards, loyaltyPrograms, promotions } from '#hub/db/tables/loyalty.ts'
import type { Tx } from '#hub/db/transact.ts'

/** Throws in_use when cards or promotions name it. */
export async function deleteProgram(tx: Tx, id: string): Promise<void> {
  await refuseWhenUsed(tx, [
    {
      resource: 'loyalty cards',
      table: loyaltyCards,
      where: eq(loyaltyCards.programId, id),
      name: loyaltyCards.cardNumber,
    },
    {
      resource: 'promotions',
      table: promotions,
      where: arrayContains(promotions.programIds, [id]),
      name: promotions.name,
    },
  ])
  await deleteRecord(tx, loyaltyPrograms, 'loyalty program', id)
}
