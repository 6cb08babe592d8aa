import type { Tx } from '#hub/db/transact.ts'
import { refuseUnusable } from '#hub/features/loyalty/cards/look-up-card.ts'
import { completeCards, lockCard } from '#hub/features/loyalty/cards/queries.ts'
import { amountToNumber } from '#shared/money/decimal.ts'
import { spendingLimit } from '#shared/pricing/promotions/points.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import type { FullRetailSale } from '../queries.ts'
import { bonusOf } from './book-points.ts'

/**
 * Refuses the loyalty card of a back-office receipt by the same rules as a till (docs/domain.md#points).
 * Throws `card_blocked`, `card_expired` and `program_inactive`. Throws `invalid_request` for points without a
 * card, and for more points than the balance or the program allows. Locks the card, so that no other
 * transaction can spend its points until this one ends.
 */
export async function refuseCard(tx: Tx, { sale, payments }: FullRetailSale): Promise<void> {
  const at = payments.findIndex(({ type }) => type === 'Bonus')
  if (!sale.loyaltyCardId) {
    if (at >= 0) throw invalidField(['payments', at, 'type'], 'needs a loyalty card to pay with points')
    return
  }
  const row = await lockCard(tx, sale.loyaltyCardId)
  if (!row) throw invalidField(['loyaltyCardId'], `there is no loyalty card ${sale.loyaltyCardId}`)
  const card = must((await completeCards(tx, [row], sale.date))[0], 'card')
  refuseUnusable(card, sale.date)
  if (at < 0) return
  const { program, balance } = card
  if (program.kind !== 'Bonus')
    throw invalidField(['payments', at, 'type'], `the program ${program.name} has no points`)
  const { maxPaid } = spendingLimit(program, balance, sale.sum)
  if (bonusOf(payments) > maxPaid)
    throw invalidField(
      ['payments', at, 'amount'],
      `points of ${card.cardNumber} pay ${amountToNumber(maxPaid)} at most`,
    )
}
