import { eq } from 'drizzle-orm'
import { withinDays } from '#hub/db/days.ts'
import { listRows, matches } from '#hub/db/records.ts'
import { cashMovements } from '#hub/db/tables/till.ts'
import type { Tx } from '#hub/db/transact.ts'
import { listRoute } from '#hub/http/operations.ts'
import {
  CASH_MOVEMENTS,
  type CashMovement,
  type CashMovementListQuery,
} from '#shared/contracts/sales/cash-movements.ts'
import { amountToNumber } from '#shared/money/decimal.ts'
import { presentTillRecord } from '../present-till-record.ts'

export const cashMovementRoutes = listRoute({
  ...CASH_MOVEMENTS,
  may: 'sales.view',
  stores: 'own',
  tag: 'Sales: cash movements',
  summary: 'List money put into and taken out of drawers, newest first',
  list: listCashMovements,
  present,
})

function listCashMovements(tx: Tx, query: CashMovementListQuery) {
  return listRows(tx, cashMovements, query, {
    where: [
      eq(cashMovements.organizationId, tx.organizationId),
      matches(cashMovements.retailPointId, query.retailPointId),
      matches(cashMovements.shiftId, query.shiftId),
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
