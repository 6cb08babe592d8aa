import { notFound } from '#hub/db/records.ts'
import { loyaltyPoints } from '#hub/db/tables/loyalty.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { PointsCorrection } from '#shared/contracts/loyalty/cards.ts'
import { amountToNumber } from '#shared/money/decimal.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { completeCards, type FullCard, lockCard } from './queries.ts'

/**
 * Adds points to a card or removes them, with a reason. Added points do not expire. Idempotent for the same
 * id. Throws `not_found`, and `invalid_request` when more points are removed than the card has.
 */
export async function correctPoints(
  tx: Tx,
  cardId: string,
  { id = newId(), points, reason }: PointsCorrection,
): Promise<FullCard> {
  const row = await lockCard(tx, cardId)
  if (!row) throw notFound('loyalty card', cardId)
  const read = async () => must((await completeCards(tx, [row]))[0], 'card')
  const at = new Date()
  const entry = { organizationId: tx.organizationId, id, cardId, kind: 'Adjust', points, reason } as const
  const before = await read()
  const [isNew] = await tx
    .insert(loyaltyPoints)
    .values({ ...entry, at, availableFrom: at })
    .onConflictDoNothing()
    .returning()
  if (!isNew) return before
  if (before.balance + points < 0 && points < 0)
    throw invalidField(['points'], `the card has ${amountToNumber(before.balance)}`)
  return read()
}
