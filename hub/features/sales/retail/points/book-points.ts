import { and, eq, sql } from 'drizzle-orm'
import { insertRows } from '#hub/db/insert-rows.ts'
import { loyaltyPoints } from '#hub/db/tables/loyalty.ts'
import type { Tx } from '#hub/db/transact.ts'
import { type Flag, flag } from '#shared/flags/flag.ts'
import { addDays } from '#shared/loyalty/add-days.ts'
import { pointsBalance } from '#shared/loyalty/points-balance.ts'
import { type Amount, amountToNumber, sumAmounts } from '#shared/money/decimal.ts'
import { earnedOf, pointsFor, shareOf } from '#shared/pricing/promotions/points.ts'
import { whyNotOn } from '#shared/pricing/promotions/why-not.ts'
import { newId } from '#shared/std/ids.ts'
import type { ReadSale } from '#shared/sync/sale.ts'
import {
  type CardRow,
  type CountedSale,
  loadPointsFacts,
  type PointsFacts,
  type PointsInsert,
  type ProgramRow,
} from './points-facts.ts'

/** Receipt being posted. */
export interface PostedSale extends CountedSale {
  isReturn: boolean
  loyaltyCardId: string | null
  lines: { productId: string; sum: Amount; isReduced: boolean }[]
  /** Points that the till showed to the customer, or null for none. */
  stated: ReadSale['points'] | null
}

/** Result of booking points. */
export interface BookedPoints {
  /** Flags by receipt id. */
  flags: Map<string, Flag[]>
  /** Sums by receipt id. When a sale arrives after its return, the sums of that return are included. */
  sums: Map<string, PointsSums>
}

/** Points of a receipt. A sale spends and earns points, and a return reverses both. */
export interface PointsSums {
  bonusSpent: Amount
  bonusEarned: Amount
}

export const bonusOf = (payments: readonly { type: string; amount: Amount }[]): Amount =>
  sumAmounts(payments.filter(({ type }) => type === 'Bonus').map(({ amount }) => amount))

/**
 * Books the points that receipts earn and spend, in the order of the receipts (docs/domain.md#points). A
 * return reverses its share of both. A return that arrived before its sale is booked once the sale exists. No
 * receipt is refused: problems are returned as flags by receipt id.
 */
export async function bookPoints(tx: Tx, sales: readonly PostedSale[]): Promise<BookedPoints> {
  const flags = new Map<string, Flag[]>()
  const concerned = sales.filter(
    ({ loyaltyCardId, originalSaleId, bonusPaid }) => loyaltyCardId || originalSaleId || bonusPaid > 0,
  )
  if (concerned.length === 0) return { flags, sums: new Map() }
  const facts = await loadPointsFacts(tx, {
    cardIds: concerned.flatMap(({ loyaltyCardId }) => loyaltyCardId ?? []),
    saleIds: concerned.map(({ id }) => id),
    originalIds: concerned.flatMap(({ originalSaleId }) => originalSaleId ?? []),
    productIds: concerned.flatMap(({ lines }) => lines.map(({ productId }) => productId)),
  })
  const rows: PointsInsert[] = []
  for (const sale of concerned) {
    const { entries, stated } = facts
      ? bookSale(sale, facts)
      : { entries: [], stated: [...flagUnknown(sale)] }
    for (const entry of entries) {
      const row = { ...entry, organizationId: tx.organizationId, id: newId() }
      rows.push(row)
      facts?.ledger.push(row)
    }
    flags.set(sale.id, [...stated, ...(facts ? flagBalance(sale, entries, facts) : [])])
  }
  await insertRows(tx, loyaltyPoints, rows)
  return { flags, sums: sumsOf(rows) }
}

function sumsOf(rows: readonly PointsInsert[]): Map<string, PointsSums> {
  const sums = new Map<string, PointsSums>()
  for (const { saleId, kind, points } of rows) {
    if (!saleId) continue
    const { bonusSpent, bonusEarned } = sums.get(saleId) ?? { bonusSpent: 0, bonusEarned: 0 }
    // A return gives back spent points (positive) and takes back earned points (negative).
    const isSpent = kind === 'Spend' || (kind === 'Reverse' && points > 0)
    sums.set(saleId, {
      bonusSpent: (bonusSpent + (isSpent ? Math.abs(points) : 0)) as Amount,
      bonusEarned: (bonusEarned + (isSpent ? 0 : Math.abs(points))) as Amount,
    })
  }
  return sums
}

/** Saves the sums of points on existing receipts. */
export async function noteSums(tx: Tx, sums: ReadonlyMap<string, PointsSums>): Promise<void> {
  if (sums.size === 0) return
  const ids = sql.param([...sums.keys()])
  const spent = sql.param([...sums.values()].map(({ bonusSpent }) => bonusSpent))
  const earned = sql.param([...sums.values()].map(({ bonusEarned }) => bonusEarned))
  await tx.execute(sql`
    UPDATE retail_sales SET bonus_spent = given.spent, bonus_earned = given.earned
    FROM unnest(${ids}::uuid[], ${spent}::bigint[], ${earned}::bigint[]) AS given (id, spent, earned)
    WHERE retail_sales.organization_id = ${tx.organizationId} AND retail_sales.id = given.id`)
}

/** Reverses the points of a receipt that is being unposted. */
export async function unbookPoints(tx: Tx, saleId: string): Promise<void> {
  const rows = await tx
    .select()
    .from(loyaltyPoints)
    .where(and(eq(loyaltyPoints.organizationId, tx.organizationId), eq(loyaltyPoints.saleId, saleId)))
  // Dated at the time of the receipt, so that balances are as if the receipt had never been posted.
  const opposite = ofLastPosting(rows).map(({ cardId, points, at, availableFrom }) => ({
    organizationId: tx.organizationId,
    id: newId(),
    cardId,
    saleId,
    kind: 'Adjust' as const,
    points: -points as Amount,
    at,
    availableFrom,
    expiresAt: null,
  }))
  await insertRows(tx, loyaltyPoints, opposite)
}

/**
 * Returns the rows written since the receipt was last unposted. Older rows are already reversed. Ids grow
 * with time.
 */
function ofLastPosting<Row extends Pick<PointsInsert, 'id' | 'kind'>>(rows: readonly Row[]): Row[] {
  const takenBack = rows.flatMap(({ id, kind }) => (kind === 'Adjust' ? [id] : []))
  const last = takenBack.toSorted().at(-1)
  // Rows that are not stored yet have no id.
  return rows.filter(({ id }) => last === undefined || !id || id > last)
}

type Entry = Omit<PointsInsert, 'organizationId' | 'id'>

function bookSale(sale: PostedSale, facts: PointsFacts): { entries: Entry[]; stated: Flag[] } {
  if (sale.isReturn) {
    const others = knownReturnsOf(sale.originalSaleId, facts).filter(({ id }) => id !== sale.id)
    const entries = reverse(sale, others, facts)
    rememberReturn(sale, facts)
    return { entries, stated: [] }
  }
  const card = facts.cards.get(sale.loyaltyCardId ?? '')
  const program = card && facts.programs.get(card.programId)
  if (!card || !program) return { entries: [], stated: [...flagUnknown(sale)] }
  const entries = [...earnAndSpend(sale, card, program, facts)]
  facts.originals.set(sale.id, sale)
  const late = knownReturnsOf(sale.id, facts)
  const known = { ...facts, ledger: [...facts.ledger, ...(entries as PointsInsert[])] }
  for (const [i, one] of late.entries()) entries.push(...reverse(one, late.slice(0, i), known))
  return { entries, stated: [...flagCard(sale, card, program), ...flagStatedPoints(sale, program, facts)] }
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
    sum,
    isReduced,
    groupIds: groupsOf.get(productId) ?? [],
  }))
  // The points shown to the customer are binding (docs/domain.md#points-at-tills).
  const earned = sale.stated?.earned ?? earnedOf(program, lines, sale.bonusPaid)
  const availableFrom = addDays(at, program.activationDelayDays)
  const expiresAt = program.expirationDays === null ? null : addDays(availableFrom, program.expirationDays)
  if (earned > 0) yield { ...row, kind: 'Earn', points: earned, availableFrom, expiresAt }
  for (const { points } of sale.stated?.gifts ?? [])
    if (points > 0) yield { ...row, kind: 'Earn', points, availableFrom, expiresAt }
  const isWelcomed = ledger.some(({ cardId, kind }) => cardId === card.id && kind === 'Welcome')
  if (program.welcomeMode === 'FirstPurchase' && program.welcomeBonus > 0 && !isWelcomed)
    yield { ...row, saleId: null, kind: 'Welcome', points: program.welcomeBonus, expiresAt }
}

/**
 * Reverses the points of a returned sale. Takes back a share of the earned points in proportion to the
 * returned sum, and gives back a share of the spent points in proportion to the amount refunded in points.
 * Shares are rounded down, and the last return gets the remainder.
 */
function reverse(sale: CountedSale, before: readonly CountedSale[], facts: PointsFacts): Entry[] {
  const original = facts.originals.get(sale.originalSaleId ?? '')
  if (!original || original.sum <= 0) return []
  const returned = sumAmounts(before.map(({ sum }) => sum))
  const paidBack = sumAmounts(before.map(({ bonusPaid }) => bonusPaid))
  const partOf = (points: Amount): number => {
    const [whole, earlier, own] =
      points > 0 ? [original.sum, returned, sale.sum] : [original.bonusPaid, paidBack, sale.bonusPaid]
    const size = Math.abs(points) as Amount
    return shareOf(size, (earlier + own) as Amount, whole) - shareOf(size, earlier, whole)
  }
  return ofLastPosting(facts.ledger.filter(({ saleId }) => saleId === original.id))
    .filter(({ kind }) => kind === 'Earn' || kind === 'Spend')
    .flatMap(({ cardId, points, availableFrom }) => {
      const part = partOf(points)
      if (part === 0) return []
      const from = points > 0 && availableFrom > sale.date ? availableFrom : sale.date
      const back = { points: (points > 0 ? -part : part) as Amount, availableFrom: from }
      return [{ cardId, saleId: sale.id, kind: 'Reverse', at: sale.date, expiresAt: null, ...back } as Entry]
    })
}

function* flagUnknown({ loyaltyCardId, bonusPaid }: PostedSale): Generator<Flag> {
  if (loyaltyCardId) yield flag('card_unknown', { card: loyaltyCardId })
  if (bonusPaid > 0) yield flag('points_without_card', { paid: amountToNumber(bonusPaid) })
}

/** Flags earned points that differ from the head office calculation for the same receipt. */
function* flagStatedPoints(
  sale: PostedSale,
  program: ProgramRow,
  { groupsOf }: Pick<PointsFacts, 'groupsOf'>,
): Generator<Flag> {
  if (!sale.stated || program.kind !== 'Bonus') return
  // The till does not report which lines were reduced by a promotion on the whole receipt.
  if (program.excludeDiscountedLines && sale.lines.some(({ isReduced }) => isReduced)) return
  const lines = sale.lines.map((line) => ({ ...line, groupIds: groupsOf.get(line.productId) ?? [] }))
  const due = whyNotOn(program, sale.date) ? 0 : earnedOf(program, lines, sale.bonusPaid)
  const stated = sale.stated.earned
  if (Math.abs(stated - due) > 1)
    yield flag('points_differ', { given: amountToNumber(stated), due: amountToNumber(due as Amount) })
}

function* flagCard(sale: PostedSale, card: CardRow, program: ProgramRow): Generator<Flag> {
  const { cardNumber, status, blockedAt, expiresAt } = card
  if (status === 'Blocked' && blockedAt && blockedAt <= sale.date)
    yield flag('card_blocked', { card: cardNumber })
  if (expiresAt && expiresAt <= sale.date) yield flag('card_expired', { card: cardNumber })
  if (sale.bonusPaid * 100_00 > sale.sum * program.maxSpendPercent)
    yield flag('points_over_share', { paid: amountToNumber(sale.bonusPaid), sum: amountToNumber(sale.sum) })
}

/** Flags a card that spent more points than it had, which can happen when two tills are offline. */
function flagBalance(sale: PostedSale, entries: readonly Entry[], { ledger, cards }: PointsFacts): Flag[] {
  const ids = new Set(entries.filter(({ points }) => points < 0).map(({ cardId }) => cardId))
  return [...ids].flatMap((id) => {
    const own = ledger
      .filter(({ cardId }) => cardId === id)
      .map((row) => ({ ...row, expiresAt: row.expiresAt ?? null }))
    // Another till may have spent the same points at a later time. Whichever sale arrives last is flagged.
    const last = own.reduce((latest, { at }) => (at > latest ? at : latest), sale.date)
    const { balance } = pointsBalance(own, last)
    if (balance >= 0) return []
    const card = cards.get(id)?.cardNumber ?? id
    return [flag('points_overspent', { card, balance: amountToNumber(balance) })]
  })
}
