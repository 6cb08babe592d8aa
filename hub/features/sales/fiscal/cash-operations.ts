import { and, eq, type SQL, sql } from 'drizzle-orm'
import { listRows, matches, notFound } from '#hub/db/records.ts'
import { fiscalCashBoxes, fiscalCashOperations } from '#hub/db/tables/fiscal.ts'
import type { Tx } from '#hub/db/transact.ts'
import { refuseUnseen } from '#hub/db/visible-stores.ts'
import type {
  FiscalCashListQuery,
  FiscalCashOperation,
  SettleFiscalCash,
} from '#shared/contracts/sales/fiscal-cash.ts'
import { amountToNumber } from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import { cashBoxOfPoint, WITH_DRAWER } from './leave-cash-boxes.ts'
import { stuckOf } from './read-fiscal-receipts.ts'
import { SETTLED } from './settle-fiscal-receipt.ts'

const NOUN = 'fiscal cash operation'
type CashRow = typeof fiscalCashOperations.$inferSelect

/** SQL condition for a stuck operation, which needs a user or the recovery of the provider to continue. */
export const isCashStuck = stuckOf(fiscalCashOperations)

export function listCashOperations(tx: Tx, query: FiscalCashListQuery) {
  return listRows(tx, fiscalCashOperations, query, {
    where: [
      eq(fiscalCashOperations.organizationId, tx.organizationId),
      matches(fiscalCashOperations.state, query.state),
      matches(fiscalCashOperations.kind, query.kind),
      matches(fiscalCashOperations.retailPointId, query.retailPointId),
      query.isStuck === undefined ? undefined : query.isStuck ? isCashStuck : sql`NOT ${isCashStuck}`,
    ],
    searchIn: [fiscalCashOperations.message],
    sortBy: { at: fiscalCashOperations.at, dueAt: fiscalCashOperations.dueAt },
    defaultSort: '-at',
  })
}

/**
 * Retries the operation at once. Uses its cash box or, if that was deleted, the current one of the retail
 * point. Throws `not_found`, `retry_pointless` for an operation that is done or in progress, and
 * `fiscal_not_configured`.
 */
export async function retryCashOperation(tx: Tx, id: string): Promise<CashRow> {
  const { state, cashBoxId, retailPointId } = await lock(tx, id)
  if (state === 'Done' || state === 'Sending') throw new Problem('retry_pointless')
  const { rows } = await tx.execute<{ id: string | null }>(sql`
    SELECT coalesce(
      (SELECT c.id FROM ${fiscalCashBoxes} c WHERE c.organization_id = ${tx.organizationId} AND c.id = ${cashBoxId}),
      (${cashBoxOfPoint(tx, sql`${retailPointId}::uuid`, WITH_DRAWER)})) AS id`)
  const now = rows[0]?.id
  if (!now) throw new Problem('fiscal_not_configured')
  return change(tx, id, { state: 'Waiting', cashBoxId: now, failures: 0, dueAt: new Date() })
}

/**
 * Settles a failed operation after a user has confirmed that it is booked at the provider or need not be.
 * Throws `not_found`, `fiscal_not_failed`.
 */
export async function settleCashOperation(
  tx: Tx,
  id: string,
  { reason }: SettleFiscalCash,
): Promise<CashRow> {
  const { state } = await lock(tx, id)
  if (state !== 'Failed') throw new Problem('fiscal_not_failed')
  return change(tx, id, { state: 'Done', failures: 0, code: SETTLED, message: reason })
}

const one = (tx: Tx, id: string): SQL | undefined =>
  and(eq(fiscalCashOperations.organizationId, tx.organizationId), eq(fiscalCashOperations.id, id))

async function lock(tx: Tx, id: string): Promise<CashRow> {
  await refuseUnseen(tx, fiscalCashOperations, NOUN, id)
  const [row] = await tx.select().from(fiscalCashOperations).where(one(tx, id)).for('update')
  if (!row) throw notFound(NOUN, id)
  return row
}

async function change(tx: Tx, id: string, changes: Partial<CashRow>): Promise<CashRow> {
  const [row] = await tx.update(fiscalCashOperations).set(changes).where(one(tx, id)).returning()
  if (!row) throw notFound(NOUN, id)
  return row
}

export function presentCashOperation(row: CashRow): FiscalCashOperation {
  const { id, kind, retailPointId, state, failures, code, message } = row
  const isOver = state === 'Done' || state === 'Failed'
  return {
    id,
    kind,
    retailPointId,
    state,
    failures,
    code,
    message,
    sum: row.sum === null ? null : amountToNumber(row.sum),
    at: row.at.toISOString(),
    dueAt: isOver ? null : row.dueAt.toISOString(),
  }
}
