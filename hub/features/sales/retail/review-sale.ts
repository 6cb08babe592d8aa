import type { Actor } from '#hub/auth/actor.ts'
import { getRecord } from '#hub/db/records.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { refuseUnseen } from '#hub/db/visible-stores.ts'
import { settleFlagged } from '#hub/features/work-items/settle-work-item.ts'
import { Problem } from '#shared/problems/problem.ts'
import { type FullRetailSale, getRetailSale, NOUN } from './queries.ts'

/**
 * Records that a user has reviewed the flags of a sale, which also settles its item on the work list.
 * Conversely, settling the item reviews the sale. Whichever happens first is kept. Throws `nothing_flagged`.
 */
export async function reviewRetailSale(
  tx: Tx,
  id: string,
  note: string,
  actor: Actor,
): Promise<FullRetailSale> {
  await refuseUnseen(tx, retailSales, NOUN, id)
  const { flags, number } = await getRecord(tx, retailSales, NOUN, id)
  if (flags.length === 0) throw new Problem('nothing_flagged', { detail: `${number} has no flags` })
  await settleFlagged(tx, id, note, actor)
  return getRetailSale(tx, id)
}
