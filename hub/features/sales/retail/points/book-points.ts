import { and, eq } from 'drizzle-orm'
import { insertRows } from '#hub/db/insert-rows.ts'
import { loyaltyPoints } from '#hub/db/tables/loyalty.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { SaleFlag } from '#shared/contracts/sales/retail-sales.ts'
import { addDays } from '#shared/loyalty/add-days.ts'
import { pointsBalance } from '#shared/loyalty/points-balance.ts'
import { type Amount, amountToNumber, sumAmounts } from '#shared/money/decimal.ts'
import { earnedOf, pointsFor } from '#shared/pricing/promotions/points.ts'
import { whyNotOn } from '#shared/pricing/promotions/why-not.ts'
import { newId } from '#shared/std/ids.ts'
import {
  type CardRow,
  type CountedSale,
  loadPointsFacts,
  type PointsFacts,
  type PointsInsert,
  type ProgramRow,
} from './points-facts.ts'

/** A receipt that is posted now. */
export interface PostedSale extends CountedSale {
  isReturn: boolean
  loyaltyCardId: string | null
  lines: { productId: string; sum: Amount; isReduced: boolean }[]
  /** What of it points have paid. */
  bonusPaid: Amount
}

export const bonusOf = (payments: readonly { type: string; amount: Amount }[]): Amount =>
  sumAmounts(payments.filter(({ type }) => type === 'Bonus').map(({ amount }) => amount))

/**
 * What receipts do to the points of cards (docs/domain.md#points), in their order. A sale earns and spends, a return takes
 * back its share of both; one that has come before its sale counts once the sale is there. Nothing is refused: what a person
 * should know is answered, by the id of the receipt.
 */
export async function bookPoints(tx: Tx, sales: readonly PostedSale[]): Promise<Map<string, SaleFlag[]>> {
  const flags = new Map<string, SaleFlag[]>()
  const concerned = sales.filter(
    ({ loyaltyCardId, originalSaleId, bonusPaid }) => loyaltyCardId || originalSaleId || bonusPaid > 0,
  )
  if (concerned.length === 0) return flags
  const facts = await loadPointsFacts(tx, {
    cardIds: concerned.flatMap(({ loyaltyCardId }) => loyaltyCardId ?? []),
    saleIds: concerned.map(({ id }) => id),
    originalIds: concerned.flatMap(({ originalSaleId }) => originalSaleId ?? []),
    productIds: concerned.flatMap(({ lines }) => lines.map(({ productId }) => productId)),
  })
  const rows: PointsInsert[] = []
  for (const sale of concerned) {
    const { entries, told } = facts ? bookSale(sale, facts) : { entries: [], told: [...flagUnknown(sale)] }
    for (const entry of entries) {
      const row = { ...entry, organizationId: tx.organizationId, id: newId() }
      rows.push(row)
      facts?.ledger.push(row)
    }
    flags.set(sale.id, [...told, ...(facts ? flagBalance(sale, entries, facts) : [])])
  }
  await insertRows(tx, loyaltyPoints, rows)
  return flags
}

/** Takes back what a receipt that is a draft again did to points. */
export async function unbookPoints(tx: Tx, saleId: string): Promise<void> {
  const rows = await tx
    .select()
    .from(loyaltyPoints)
    .where(and(eq(loyaltyPoints.organizationId, tx.organizationId), eq(loyaltyPoints.saleId, saleId)))
  for (const [cardId, own] of Map.groupBy(rows, (row) => row.cardId)) {
    const total = own.reduce((sum, { points }) => sum + points, 0)
    const at = new Date()
    const opposite = { cardId, saleId, kind: 'Adjust', points: -total as Amount, at } as const
    if (total !== 0)
      await tx.insert(loyaltyPoints).values({
        ...{
          organizationId: tx.organizationId,
          id: newId(),
          ...opposite,
          availableFrom: at,
          expiresAt: null,
        },
      })
  }
}

type Entry = Omit<PointsInsert, 'organizationId' | 'id'>

function bookSale(sale: PostedSale, facts: PointsFacts): { entries: Entry[]; told: SaleFlag[] } {
  if (sale.isReturn) {
    const others = knownReturnsOf(sale.originalSaleId, facts).filter(({ id }) => id !== sale.id)
    const entries = reverse(sale, others, facts)
    rememberReturn(sale, facts)
    return { entries, told: [] }
  }
  const card = facts.cards.get(sale.loyaltyCardId ?? '')
  const program = card && facts.programs.get(card.programId)
  if (!card || !program) return { entries: [], told: [...flagUnknown(sale)] }
  const entries = [...earnAndSpend(sale, card, program, facts)]
  facts.originals.set(sale.id, sale)
  const late = knownReturnsOf(sale.id, facts)
  const known = { ...facts, ledger: [...facts.ledger, ...(entries as PointsInsert[])] }
  for (const [i, one] of late.entries()) entries.push(...reverse(one, late.slice(0, i), known))
  return { entries, told: [...flagCard(sale, card, program)] }
}

const knownReturnsOf = (originalId: string | null, { returns }: PointsFacts): CountedSale[] =>
  returns.get(originalId ?? '') ?? []

function rememberReturn(sale: PostedSale, { returns }: PointsFacts): void {
  if (!sale.originalSaleId) return
  const known = returns.get(sale.originalSaleId) ?? []
  returns.set(sale.originalSaleId, [...known.filter(({ id }) => id !== sale.id), sale])
}

function* earnAndSpend(
  sale: PostedSale,
  card: CardRow,
  program: ProgramRow,
  { groupsOf, ledger }: PointsFacts,
): Generator<Entry> {
  const at = sale.date
  const row = { cardId: card.id, saleId: sale.id, at, availableFrom: at, expiresAt: null }
  if (sale.bonusPaid > 0)
    yield { ...row, kind: 'Spend', points: -pointsFor(sale.bonusPaid, program.spendRate) as Amount }
  if (program.kind !== 'Bonus' || whyNotOn(program, at)) return
  const lines = sale.lines.map(({ productId, sum, isReduced }) => ({
    ...{ sum, isReduced, groupIds: groupsOf.get(productId) ?? [] },
  }))
  const earned = earnedOf(program, lines, sale.bonusPaid)
  const availableFrom = addDays(at, program.activationDelayDays)
  const expiresAt = program.expirationDays === null ? null : addDays(availableFrom, program.expirationDays)
  if (earned > 0) yield { ...row, kind: 'Earn', points: earned, availableFrom, expiresAt }
  const isWelcomed = ledger.some(({ cardId, kind }) => cardId === card.id && kind === 'Welcome')
  if (program.welcomeMode === 'FirstPurchase' && program.welcomeBonus > 0 && !isWelcomed)
    yield { ...row, saleId: null, kind: 'Welcome', points: program.welcomeBonus, expiresAt }
}

/** The share of a return, rounded down; the one that returns the last of a receipt takes what is left. */
function reverse(sale: CountedSale, before: readonly CountedSale[], facts: PointsFacts): Entry[] {
  const original = facts.originals.get(sale.originalSaleId ?? '')
  if (!original || original.sum <= 0) return []
  const returned = before.reduce((sum, each) => sum + each.sum, 0)
  const shareOf = (points: number, sum: number) =>
    Number((BigInt(points) * BigInt(Math.min(sum, original.sum))) / BigInt(original.sum))
  return facts.ledger
    .filter(({ saleId, kind }) => saleId === original.id && (kind === 'Earn' || kind === 'Spend'))
    .flatMap(({ cardId, points, availableFrom }) => {
      const part = shareOf(Math.abs(points), returned + sale.sum) - shareOf(Math.abs(points), returned)
      if (part === 0) return []
      const from = points > 0 && availableFrom > sale.date ? availableFrom : sale.date
      const back = { points: (points > 0 ? -part : part) as Amount, availableFrom: from }
      return [{ cardId, saleId: sale.id, kind: 'Reverse', at: sale.date, expiresAt: null, ...back } as Entry]
    })
}

function* flagUnknown({ loyaltyCardId, bonusPaid }: PostedSale): Generator<SaleFlag> {
  if (loyaltyCardId) yield { code: 'card_unknown', detail: `The loyalty card ${loyaltyCardId} is not there` }
  if (bonusPaid > 0)
    yield {
      code: 'points_without_card',
      detail: `${amountToNumber(bonusPaid)} were paid with points of no card`,
    }
}

function* flagCard(sale: PostedSale, card: CardRow, program: ProgramRow): Generator<SaleFlag> {
  const { cardNumber, status, blockedAt, expiresAt } = card
  if (status === 'Blocked' && blockedAt && blockedAt <= sale.date)
    yield { code: 'card_blocked', detail: `The loyalty card ${cardNumber} was blocked` }
  if (expiresAt && expiresAt <= sale.date)
    yield { code: 'card_expired', detail: `The loyalty card ${cardNumber} had expired` }
  if (sale.bonusPaid * 100_00 > sale.sum * program.maxSpendPercent) {
    const detail = `Points have paid ${amountToNumber(sale.bonusPaid)} of ${amountToNumber(sale.sum)}, more than the program allows`
    yield { code: 'points_over_share', detail }
  }
}

/** More was spent than there was, as two tills can that are offline. */
function flagBalance(
  sale: PostedSale,
  entries: readonly Entry[],
  { ledger, cards }: PointsFacts,
): SaleFlag[] {
  const ids = new Set(entries.filter(({ points }) => points < 0).map(({ cardId }) => cardId))
  return [...ids].flatMap((id) => {
    const own = ledger
      .filter(({ cardId }) => cardId === id)
      .map((row) => ({ ...row, expiresAt: row.expiresAt ?? null }))
    // Another till may have spent later what this sale spends: whichever arrives last is flagged.
    const last = own.reduce((latest, { at }) => (at > latest ? at : latest), sale.date)
    const { balance } = pointsBalance(own, last)
    if (balance >= 0) return []
    const detail = `The loyalty card ${cards.get(id)?.cardNumber} is now at ${amountToNumber(balance)} points`
    return [{ code: 'points_overspent', detail }]
  })
}
