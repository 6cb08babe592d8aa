import { arrayContains, eq } from 'drizzle-orm'
import { deleteRecord } from '#hub/db/records.ts'
import { refuseWhenUsed } from '#hub/db/refuse-when-used.ts'
import { loyaltyCards, loyaltyPrograms, promotions } from '#hub/db/tables/loyalty.ts'
import type { Tx } from '#hub/db/transact.ts'

/** Deletes a program. Throws `in_use` when cards or promotions refer to it. */
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
