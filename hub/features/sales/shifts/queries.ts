import { and, eq, sql } from 'drizzle-orm'
import { listRows, matches, notFound } from '#hub/db/records.ts'
import { tillShifts } from '#hub/db/tables/till.ts'
import type { Tx } from '#hub/db/transact.ts'
import { withinDays } from '#hub/documents/days.ts'
import type { ShiftListQuery } from '#shared/contracts/sales/shifts.ts'
import { must } from '#shared/std/must.ts'

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

/** Throws not_found. */
export async function getShift(tx: Tx, id: string): Promise<ShiftRow> {
  const [row] = await tx
    .select()
    .from(tillShifts)
    .where(and(eq(tillShifts.organizationId, tx.organizationId), eq(tillShifts.id, id)))
  if (!row) throw notFound('shift', id)
  return row
}

/** What the posted sales and the cash movements of a shift come to, in whole steps. */
export interface ShiftSums {
  salesCash: number
  salesCard: number
  returnsCash: number
  returnsCard: number
  cashIn: number
  cashOut: number
  receiptsCount: number
  returnsCount: number
}

export async function sumShift(tx: Tx, shiftId: string): Promise<ShiftSums> {
  const { rows } = await tx.execute<Record<keyof ShiftSums, string>>(sql`
    SELECT sales.*, moved.* FROM (
      SELECT
        coalesce(sum(cash - change_sum) FILTER (WHERE NOT is_return), 0) AS "salesCash",
        coalesce(sum(card) FILTER (WHERE NOT is_return), 0) AS "salesCard",
        coalesce(sum(cash - change_sum) FILTER (WHERE is_return), 0) AS "returnsCash",
        coalesce(sum(card) FILTER (WHERE is_return), 0) AS "returnsCard",
        count(*) FILTER (WHERE NOT is_return) AS "receiptsCount",
        count(*) FILTER (WHERE is_return) AS "returnsCount"
      FROM retail_sales AS sale CROSS JOIN LATERAL (
        SELECT coalesce(sum(amount) FILTER (WHERE type = 'Cash'), 0) AS cash,
          coalesce(sum(amount) FILTER (WHERE type = 'Card'), 0) AS card
        FROM retail_sale_payments
        WHERE organization_id = sale.organization_id AND sale_id = sale.id
      ) AS paid
      WHERE organization_id = ${tx.organizationId} AND shift_id = ${shiftId} AND status = 'Posted'
    ) AS sales CROSS JOIN (
      SELECT coalesce(sum(amount) FILTER (WHERE kind = 'In'), 0) AS "cashIn",
        coalesce(sum(amount) FILTER (WHERE kind = 'Out'), 0) AS "cashOut"
      FROM cash_movements WHERE organization_id = ${tx.organizationId} AND shift_id = ${shiftId}
    ) AS moved`)
  const sums = Object.entries(must(rows[0])).map(([name, value]) => [name, Number(value)])
  return Object.fromEntries(sums)
}
