import type { CardObstacle, TillCard } from '#shared/contracts/till/loyalty.ts'
import { programPercent } from '#shared/loyalty/program-percent.ts'
import { amount, amountToNumber, percentToNumber } from '#shared/money/decimal.ts'
import { readProgram } from '#shared/pricing/promotions/read-program.ts'
import { whyNotOn } from '#shared/pricing/promotions/why-not.ts'
import type { ReplicaProgram } from '#shared/sync/download.ts'
import type { CartCard } from '../../journal/carts.ts'
import type { HeldCard } from '../../replica/cards.ts'

/** A card whose program is in the replica. */
export type UsableCard = HeldCard & { program: ReplicaProgram }

/** Converts the card to the form stored in a cart. */
export const cardOf = (held: UsableCard): CartCard => ({
  id: held.id,
  cardNumber: held.cardNumber,
  holderName: held.customerName,
  programId: held.programId,
  program: held.program,
  turnover: amount(held.turnover),
  balance: amount(held.balance),
  countedAt: held.countedAt,
})

/**
 * Returns the reason why the card cannot be used, or null. Checks in the same order as the hub's look-up
 * (docs/domain.md#loyalty).
 */
export function obstacleOf(
  { isBlocked, expiresAt, programId, program }: HeldCard,
  now: Date,
): CardObstacle | null {
  if (isBlocked) return 'card_blocked'
  if (expiresAt !== null && new Date(expiresAt) <= now) return 'card_expired'
  return !program || whyNotOn(readProgram(programId, program), now) ? 'program_inactive' : null
}

export function presentCard({ programId, program, turnover, balance, ...card }: CartCard): TillCard {
  const { id, cardNumber, holderName, countedAt } = card
  return {
    id,
    cardNumber,
    holderName,
    countedAt,
    programName: program.name,
    programKind: program.kind,
    percent: percentToNumber(programPercent(readProgram(programId, program), turnover)),
    turnover: amountToNumber(turnover),
    balance: amountToNumber(balance),
  }
}
