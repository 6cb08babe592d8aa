import { and, asc, eq, inArray, max, min, or, type SQL, sql } from 'drizzle-orm'
import { awaitAll } from '#hub/db/await-all.ts'
import { contains, matches, type Row } from '#hub/db/records.ts'
import { loyaltyCards, loyaltyPoints, loyaltyPrograms } from '#hub/db/tables/loyalty.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { phoneNumberOf } from '#hub/features/catalog/counterparties/phone-number.ts'
import { countryOf } from '#hub/features/catalog/counterparties/queries.ts'
import { cardKeyOf, type LoyaltyCardListQuery } from '#shared/contracts/loyalty/cards.ts'
import { pointsBalance } from '#shared/loyalty/points-balance.ts'
import { programPercent } from '#shared/loyalty/program-percent.ts'
import type { Amount, Percent } from '#shared/money/decimal.ts'
import { must } from '#shared/std/must.ts'

export type CardRow = Row<typeof loyaltyCards>
export type ProgramRow = Row<typeof loyaltyPrograms>

/** A card with its program and the totals of its sales and points. */
export type FullCard = CardRow & {
  program: ProgramRow
  discountPercent: Percent
  turnover: Amount
  balance: Amount
  pendingPoints: Amount
  lastPurchaseAt: Date | null
  /** Next time at which the balance or turnover changes without a transaction, or null when neither will. */
  dueAt: Date | null
}

/**
 * Returns the filter conditions. The search matches part of the number, ignoring case and spaces, part of the
 * name, or the phone number in any notation.
 */
export async function filtersOf(
  { search, status, programId, customerId }: LoyaltyCardListQuery,
  tx: Tx,
): Promise<(SQL | undefined)[]> {
  return [
    matches(loyaltyCards.status, status),
    matches(loyaltyCards.programId, programId),
    matches(loyaltyCards.customerId, customerId),
    search ? or(...(await foundBy(search, tx))) : undefined,
  ]
}

async function foundBy(search: string, tx: Tx): Promise<(SQL | undefined)[]> {
  const number = phoneNumberOf(search, await countryOf(tx))
  return [
    contains([loyaltyCards.customerName, loyaltyCards.phone, loyaltyCards.phoneNumber], search),
    contains([loyaltyCards.cardKey], cardKeyOf(search)),
    number === null ? undefined : eq(loyaltyCards.phoneNumber, number),
  ]
}

/** Adds the program and the totals at `moment` to each card, keeping the order. */
export async function completeCards(tx: Tx, rows: CardRow[], moment = new Date()): Promise<FullCard[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [programs, points, sales] = await awaitAll(
    tx
      .select()
      .from(loyaltyPrograms)
      .where(
        and(
          eq(loyaltyPrograms.organizationId, tx.organizationId),
          inArray(loyaltyPrograms.id, [...new Set(rows.map(({ programId }) => programId))]),
        ),
      ),
    tx
      .select()
      .from(loyaltyPoints)
      .where(and(eq(loyaltyPoints.organizationId, tx.organizationId), inArray(loyaltyPoints.cardId, ids)))
      .orderBy(asc(loyaltyPoints.at), asc(loyaltyPoints.id)),
    turnoverOf(tx, ids, moment),
  )
  const programOf = new Map(programs.map((program) => [program.id, program]))
  const pointsOf = Map.groupBy(points, ({ cardId }) => cardId)
  const saleOf = new Map(sales.map((sale) => [sale.cardId, sale]))
  return rows.map((row) => {
    const program = must(programOf.get(row.programId), 'program of the card')
    const own = pointsOf.get(row.id) ?? []
    const { balance, pending } = pointsBalance(own, moment)
    const sale = saleOf.get(row.id)
    const turnover = (sale?.turnover ?? 0) as Amount
    return {
      ...row,
      program,
      turnover,
      balance,
      pendingPoints: pending,
      discountPercent: programPercent(program, turnover),
      lastPurchaseAt: sale?.lastPurchaseAt ?? null,
      dueAt: nextOf([...own.flatMap(timesOf), sale?.leavesAt], moment),
    }
  })
}

const timesOf = ({ at, availableFrom, expiresAt }: typeof loyaltyPoints.$inferSelect) => [
  at,
  availableFrom,
  expiresAt,
]

const nextOf = (times: (Date | null | undefined)[], moment: Date): Date | null =>
  times.reduce<Date | null>(
    (next, time) => (time && time > moment && (next === null || time < next) ? time : next),
    null,
  )

/**
 * Returns posted purchases less returns within the accumulation period of each card's program, and the time
 * at which the first of them leaves that period.
 */
function turnoverOf(tx: Tx, ids: readonly string[], moment: Date) {
  const signed = sql`CASE WHEN ${retailSales.isReturn} THEN -${retailSales.sum} ELSE ${retailSales.sum} END`
  const from = sql`${moment.toISOString()}::timestamptz - make_interval(days => ${loyaltyPrograms.accumulationPeriodDays})`
  return tx
    .select({
      cardId: loyaltyCards.id,
      turnover: sql`coalesce(sum(${signed}) FILTER (
        WHERE ${loyaltyPrograms.accumulationPeriodDays} IS NULL OR ${retailSales.date} >= ${from}), 0)`.mapWith(
        Number,
      ),
      lastPurchaseAt: max(sql`CASE WHEN NOT ${retailSales.isReturn} THEN ${retailSales.date} END`).mapWith(
        asTime,
      ),
      leavesAt: min(
        sql`CASE WHEN ${retailSales.date} >= ${from}
          THEN ${retailSales.date} + make_interval(days => ${loyaltyPrograms.accumulationPeriodDays}) + interval '1 ms' END`,
      ).mapWith(asTime),
    })
    .from(retailSales)
    .innerJoin(
      loyaltyCards,
      and(
        eq(loyaltyCards.organizationId, retailSales.organizationId),
        eq(loyaltyCards.id, retailSales.loyaltyCardId),
      ),
    )
    .innerJoin(
      loyaltyPrograms,
      and(
        eq(loyaltyPrograms.organizationId, loyaltyCards.organizationId),
        eq(loyaltyPrograms.id, loyaltyCards.programId),
      ),
    )
    .where(
      and(
        eq(retailSales.organizationId, tx.organizationId),
        inArray(retailSales.loyaltyCardId, [...ids]),
        eq(retailSales.status, 'Posted'),
      ),
    )
    .groupBy(loyaltyCards.id)
}

const asTime = (time: string | null): Date | null => (time === null ? null : new Date(time))

/** Locks the card until the end of the transaction, to serialize changes of its points. */
export async function lockCard(tx: Tx, id: string): Promise<CardRow | undefined> {
  const [row] = await tx
    .select()
    .from(loyaltyCards)
    .where(and(eq(loyaltyCards.organizationId, tx.organizationId), eq(loyaltyCards.id, id)))
    .for('no key update')
  return row
}
