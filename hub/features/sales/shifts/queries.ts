import { and, eq, sql } from 'drizzle-orm'
import { awaitAll } from '#hub/db/await-all.ts'
import { withinDays } from '#hub/db/days.ts'
import { listRows, matches, notFound } from '#hub/db/records.ts'
import { tillShifts } from '#hub/db/tables/till.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { ShiftListQuery } from '#shared/contracts/sales/shifts.ts'
import { sumTenders, type TenderType } from '#shared/domain/tenders.ts'
import type { Amount } from '#shared/money/decimal.ts'
import type { ShiftFacts } from '#shared/pricing/shift-totals.ts'

export type ShiftRow = typeof tillShifts.$inferSelect

export function listShifts(tx: Tx, query: ShiftListQuery): Promise<{ rows: ShiftRow[]; total: number }> {
  return listRows(tx, tillShifts, query, {
    where: [
      eq(tillShifts.organizationId, tx.organizationId),
      matches(tillShifts.retailPointId, query.retailPointId),
      ...withinDays(tillShifts.openedAt, query),
    ],
    searchIn: [tillShifts.cashierName, tillShifts.closedByName, tillShifts.tillId],
    sortBy: {
      openedAt: tillShifts.openedAt,
      closedAt: tillShifts.closedAt,
      number: tillShifts.number,
      receivedAt: tillShifts.receivedAt,
    },
    defaultSort: '-openedAt',
  })
}

/** Returns the shift. Throws `not_found`. */
export async function getShift(tx: Tx, id: string): Promise<ShiftRow> {
  const [row] = await tx
    .select()
    .from(tillShifts)
    .where(and(eq(tillShifts.organizationId, tx.organizationId), eq(tillShifts.id, id)))
  if (!row) throw notFound('shift', id)
  return row
}

/**
 * Returns the totals of a shift's posted sales and cash movements in the currency of its till, without the
 * opening cash.
 */
export async function sumShift(tx: Tx, shiftId: string): Promise<Omit<ShiftFacts, 'openingCash'>> {
  const sales = sql`(
    SELECT * FROM retail_sales
    WHERE organization_id = ${tx.organizationId} AND shift_id = ${shiftId} AND status = 'Posted')`
  const [tenders, counts, moved] = await awaitAll(
    tx.execute<{ type: TenderType; isReturn: boolean; amount: string }>(sql`
      SELECT payment.type, sale.is_return AS "isReturn", sum(coalesce((sale.foreign_money -> 'payments' ->> payment.position)::bigint, payment.amount)) AS amount
      FROM ${sales} AS sale JOIN retail_sale_payments AS payment
        ON payment.organization_id = sale.organization_id AND payment.sale_id = sale.id
      GROUP BY payment.type, sale.is_return`),
    tx.execute<{ isReturn: boolean; count: string; change: string }>(sql`
      SELECT is_return AS "isReturn", count(*),
        sum(coalesce((foreign_money ->> 'changeSum')::bigint, change_sum)) AS change
      FROM ${sales} AS sale GROUP BY is_return`),
    tx.execute<{ kind: string; amount: string }>(sql`
      SELECT kind, sum(amount) AS amount
      FROM cash_movements WHERE organization_id = ${tx.organizationId} AND shift_id = ${shiftId}
      GROUP BY kind`),
  )
  const countOf = (isReturn: boolean) => counts.rows.find((row) => row.isReturn === isReturn)
  const paid = (isReturn: boolean): Map<TenderType, Amount> => {
    const change = Number(countOf(isReturn)?.change ?? 0) as Amount
    const rows = tenders.rows.filter((row) => row.isReturn === isReturn)
    const sums = sumTenders(
      rows.map(({ type, amount }) => ({ type, amount: Number(amount) as Amount })),
      change,
    )
    return new Map(sums.map(({ type, amount }) => [type, amount]))
  }
  const cash = (kind: 'In' | 'Out') =>
    Number(moved.rows.find((row) => row.kind === kind)?.amount ?? 0) as Amount
  return {
    sales: paid(false),
    returns: paid(true),
    cashIn: cash('In'),
    cashOut: cash('Out'),
    receiptsCount: Number(countOf(false)?.count ?? 0),
    returnsCount: Number(countOf(true)?.count ?? 0),
  }
}
