import { eq } from 'drizzle-orm'
import { listRows } from '#hub/db/records.ts'
import { cashMovements } from '#hub/db/tables/till.ts'
import type { Tx } from '#hub/db/transact.ts'
import { withinDays } from '#hub/documents/days.ts'
import { route, router } from '#hub/http/route.ts'
import { pageAnswer } from '#hub/http/standard-resource.ts'
import {
  type CashMovement,
  CashMovementListQuery,
  CashMovementPage,
} from '#shared/contracts/sales/cash-movements.ts'
import { amountToNumber } from '#shared/money/decimal.ts'
import { presentTillRecord } from '../present-till-record.ts'

const list = route({
  method: 'get',
  path: '/api/sales/cash-movements',
  may: 'sales.view',
  tag: 'Sales: cash movements',
  summary: 'List money put into and taken out of drawers, newest first',
  query: CashMovementListQuery,
  answers: { 200: CashMovementPage },
})

export const cashMovementRoutes = router().openapi(list, async (c) => {
  const query = c.req.valid('query')
  const { rows, total } = await c.var.read((tx) => listCashMovements(tx, query))
  return c.json(pageAnswer(query, total, rows.map(present)), 200)
})

function listCashMovements(tx: Tx, query: CashMovementListQuery) {
  return listRows(tx, cashMovements, query, {
    where: [
      eq(cashMovements.organizationId, tx.organizationId),
      query.retailPointId ? eq(cashMovements.retailPointId, query.retailPointId) : undefined,
      query.shiftId ? eq(cashMovements.shiftId, query.shiftId) : undefined,
      ...withinDays(cashMovements.movedAt, query),
    ],
    searchIn: [cashMovements.reason, cashMovements.cashierName, cashMovements.tillId],
    sortBy: {
      movedAt: cashMovements.movedAt,
      amount: cashMovements.amount,
      receivedAt: cashMovements.receivedAt,
    },
    defaultSort: '-movedAt',
  })
}

function present(row: typeof cashMovements.$inferSelect): CashMovement {
  return {
    ...presentTillRecord(row),
    shiftId: row.shiftId,
    kind: row.kind,
    amount: amountToNumber(row.amount),
    reason: row.reason,
    movedAt: row.movedAt.toISOString(),
  }
}
