import { and, eq } from 'drizzle-orm'
import { loyaltyCards } from '#hub/db/tables/loyalty.ts'
import type { Tx } from '#hub/db/transact.ts'
import { phoneNumberOf } from '#hub/features/catalog/counterparties/phone-number.ts'
import { countryOf } from '#hub/features/catalog/counterparties/queries.ts'
import { cardKeyOf, type LoyaltyCardLookup } from '#shared/contracts/loyalty/cards.ts'
import type { ProblemCode } from '#shared/problems/catalogue.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import { type CardRow, completeCards, type FullCard, type ProgramRow } from './queries.ts'

/**
 * Returns the card with the given number, or the only card with the given phone number. Throws
 * `invalid_request` unless exactly one of the two is given, `not_found`, `ambiguous` when several cards have
 * the phone number, and the errors of `refuseUnusable`.
 */
export async function lookUpCard(tx: Tx, query: LoyaltyCardLookup, moment = new Date()): Promise<FullCard> {
  const found = await cardsOf(tx, query)
  const [row] = found
  if (!row) throw new Problem('not_found', { detail: 'The loyalty card does not exist' })
  if (found.length > 1)
    throw new Problem('ambiguous', { detail: 'Several cards have this phone: give the number of the card' })
  const card = must((await completeCards(tx, [row], moment))[0], 'card')
  refuseUnusable(card, moment)
  return card
}

/**
 * Throws `card_blocked`, `card_expired` or `program_inactive` with only the card number. The balance and the
 * name, which can contain the surname, are left out.
 */
export function refuseUnusable(card: CardRow & { program: ProgramRow }, moment: Date): void {
  const code = conditionOf(card, moment)
  if (code) throw new Problem(code, { extensions: { cardNumber: card.cardNumber } })
}

async function cardsOf(tx: Tx, { cardNumber, phone }: LoyaltyCardLookup): Promise<CardRow[]> {
  if ((cardNumber === undefined) === (phone === undefined))
    throw invalidField(['cardNumber'], 'give either this or phone')
  if (cardNumber !== undefined) return among(tx, eq(loyaltyCards.cardKey, cardKeyOf(cardNumber)))
  const number = phoneNumberOf(phone ?? '', await countryOf(tx))
  if (number === null) throw invalidField(['phone'], 'is no phone number')
  return among(tx, eq(loyaltyCards.phoneNumber, number))
}

const among = (tx: Tx, which: ReturnType<typeof eq>): Promise<CardRow[]> =>
  tx
    .select()
    .from(loyaltyCards)
    .where(and(eq(loyaltyCards.organizationId, tx.organizationId), which))
    .limit(2)

function conditionOf(
  { status, expiresAt, program }: CardRow & { program: ProgramRow },
  moment: Date,
): ProblemCode | undefined {
  if (status === 'Blocked') return 'card_blocked'
  if (expiresAt && expiresAt <= moment) return 'card_expired'
  const { isActive, startsAt, endsAt } = program
  const isOn = isActive && !(startsAt && startsAt > moment) && !(endsAt && endsAt <= moment)
  return isOn ? undefined : 'program_inactive'
}
