import { and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Actor } from '#hub/auth/actor.ts'
import { contains, matches, notFound, ordering } from '#hub/db/records.ts'
import { fiscalCashBoxes, fiscalEvents, fiscalReceipts } from '#hub/db/tables/fiscal.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { refuseUnseen } from '#hub/db/visible-stores.ts'
import { externalIdOf, type FiscalRecord, tryAgain } from '#hub/integrations/fiscal/fiscalise.ts'
import { HUB_FAULT } from '#hub/integrations/fiscal/own-faults.ts'
import type {
  FiscalReceipt,
  FiscalReceiptListQuery,
  FiscalReceiptSummary,
} from '#shared/contracts/sales/fiscal-receipts.ts'
import { Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { presentResult } from './fiscal-of-sales.ts'
import { cashBoxOfSale, PROVIDER_CHANGED } from './leave-cash-boxes.ts'

export const NOUN = 'fiscal receipt'
/** Number of consecutive failures, which is some minutes of retries, after which a receipt is stuck. */
const MANY_FAILURES = 5
/**
 * Hours since the hub received the sale, after which a receipt is stuck. Catches a provider that only answers
 * "not yet" and thus never fails.
 */
const LONG_HOURS = 1

type ReceiptRow = typeof fiscalReceipts.$inferSelect
type EventRow = typeof fiscalEvents.$inferSelect

export interface ShownReceipt {
  receipt: ReceiptRow
  sale: { number: string; receiptNumber: string | null; isReturn: boolean; retailPointId: string | null }
}
export interface FullReceipt extends ShownReceipt {
  events: EventRow[]
}

const shown = {
  receipt: fiscalReceipts,
  sale: {
    number: retailSales.number,
    receiptNumber: retailSales.receiptNumber,
    isReturn: retailSales.isReturn,
    retailPointId: retailSales.retailPointId,
  },
}

const receiptsWhere = (tx: Tx, where: SQL | undefined) =>
  tx
    .select(shown)
    .from(fiscalReceipts)
    .innerJoin(
      retailSales,
      and(eq(retailSales.organizationId, tx.organizationId), eq(retailSales.id, fiscalReceipts.saleId)),
    )
    .where(and(eq(fiscalReceipts.organizationId, tx.organizationId), where))

export async function listFiscalReceipts(tx: Tx, query: FiscalReceiptListQuery) {
  const where = and(
    matches(fiscalReceipts.state, query.state),
    matches(retailSales.retailPointId, query.retailPointId),
    query.isStuck === undefined ? undefined : query.isStuck ? isStuck : sql`NOT ${isStuck}`,
    contains([retailSales.number, retailSales.receiptNumber, fiscalReceipts.message], query.search),
  )
  const rows: ShownReceipt[] = await receiptsWhere(tx, where)
    .orderBy(
      ...ordering(query.sort ?? '-createdAt', {
        createdAt: fiscalReceipts.createdAt,
        dueAt: fiscalReceipts.dueAt,
      }),
      asc(fiscalReceipts.place),
    )
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize)
  const [counted] = await tx
    .select({ total: count() })
    .from(fiscalReceipts)
    .innerJoin(
      retailSales,
      and(eq(retailSales.organizationId, tx.organizationId), eq(retailSales.id, fiscalReceipts.saleId)),
    )
    .where(and(eq(fiscalReceipts.organizationId, tx.organizationId), where))
  return { rows, total: counted?.total ?? 0 }
}

/** SQL condition for a stuck receipt, which needs a user or the recovery of the provider to continue. */
export const stuckOf = ({
  state,
  code,
  failures,
  createdAt,
}: StuckColumns) => sql`(${state} = 'Failed' OR (${state} <> 'Done' AND (
  ${code} IS NOT DISTINCT FROM ${HUB_FAULT} OR ${failures} >= ${MANY_FAILURES} OR ${createdAt} < now() - make_interval(hours => ${LONG_HOURS}))))`
type StuckColumns = Record<'state' | 'code' | 'failures' | 'createdAt', PgColumn>

export const isStuck = stuckOf(fiscalReceipts)

/** Returns the fiscal receipt of the sale, with its events. Throws `not_found`. */
export async function getFiscalReceipt(tx: Tx, saleId: string): Promise<FullReceipt> {
  const [found] = await receiptsWhere(tx, eq(fiscalReceipts.saleId, saleId))
  if (!found) throw notFound(NOUN, saleId)
  const events = await tx
    .select()
    .from(fiscalEvents)
    .where(and(eq(fiscalEvents.organizationId, tx.organizationId), eq(fiscalEvents.saleId, saleId)))
    .orderBy(asc(fiscalEvents.at), asc(fiscalEvents.id))
  return { ...found, events }
}

/**
 * Queries the provider for the receipt and sends it if the provider does not have it. A waiting receipt is
 * tried at once. A receipt refused by a deleted cash box is sent to the current one of the retail point.
 * Throws `not_found`, and `retry_pointless` for a receipt that is done, is being sent, or can no longer be
 * queried.
 */
export async function retryFiscalReceipt(tx: Tx, saleId: string, actor: Actor): Promise<FullReceipt> {
  const { organizationId } = tx
  const own = and(eq(fiscalReceipts.organizationId, organizationId), eq(fiscalReceipts.saleId, saleId))
  await refuseUnseen(tx, retailSales, NOUN, saleId)
  const [row] = await tx.select().from(fiscalReceipts).where(own).for('update')
  if (!row) throw notFound(NOUN, saleId)
  if (row.state === 'Done' || row.state === 'Sending' || row.code === PROVIDER_CHANGED)
    throw new Problem('retry_pointless')
  const now = new Date()
  const cashBoxId = await cashBoxNow(tx, row)
  if (!cashBoxId) throw new Problem('fiscal_not_configured')
  const isMoved = cashBoxId !== row.cashBoxId
  const { state } = isMoved
    ? { state: 'Waiting' as const }
    : row.state === 'Failed'
      ? tryAgain(recordOf(row), now)
      : row
  await tx
    .update(fiscalReceipts)
    .set({ state, cashBoxId, failures: 0, dueAt: now })
    .where(and(own, inArray(fiscalReceipts.state, ['Failed', 'Waiting', 'Unknown', 'Pending'])))
  await tx.insert(fiscalEvents).values({
    organizationId,
    id: newId(),
    saleId,
    at: now,
    state,
    attempt: row.attempt,
    code: null,
    message: null,
    employeeId: actor.employeeId,
  })
  return getFiscalReceipt(tx, saleId)
}

/** Returns the cash box of the receipt, or that of the sale's retail point if it was deleted. */
export async function cashBoxNow(tx: Tx, { saleId, cashBoxId }: ReceiptRow): Promise<string | undefined> {
  const { organizationId } = tx
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT coalesce(
      (SELECT c.id FROM ${fiscalCashBoxes} c WHERE c.organization_id = ${organizationId} AND c.id = ${cashBoxId}),
      (${cashBoxOfSale(tx)})) AS id
    FROM ${retailSales} s WHERE s.organization_id = ${organizationId} AND s.id = ${saleId}`)
  return rows[0]?.id ?? undefined
}

export function recordOf(row: ReceiptRow): FiscalRecord {
  const { state, attempt, failures, dueAt, providerId, result, code, message } = row
  return { state, attempt, failures, dueAt: dueAt.toISOString(), providerId, result, code, message }
}

export function presentSummary({ receipt, sale }: ShownReceipt): FiscalReceiptSummary {
  const { saleId, state, failures, attempt, createdAt, dueAt, code, message, result } = receipt
  const isOver = state === 'Done' || state === 'Failed'
  return {
    id: saleId,
    ...sale,
    state,
    failures,
    code,
    message,
    externalId: externalIdOf(saleId, attempt),
    createdAt: createdAt.toISOString(),
    dueAt: isOver ? null : dueAt.toISOString(),
    nextStep: nextStepOf(receipt),
    ...presentResult(result),
  }
}

function nextStepOf({ state, failures, code, createdAt }: ReceiptRow): FiscalReceiptSummary['nextStep'] {
  if (state === 'Done') return 'None'
  if (state === 'Failed') return code === PROVIDER_CHANGED ? 'Settle' : 'CorrectAndRetry'
  if (code === HUB_FAULT) return 'CorrectSettings'
  const isLate = Date.now() - createdAt.getTime() > LONG_HOURS * 3_600_000
  return failures >= MANY_FAILURES || isLate ? 'LookAtProvider' : 'Wait'
}

export const presentFull = ({ events, ...rest }: FullReceipt): FiscalReceipt => ({
  ...presentSummary(rest),
  events: events.map(({ at, state, attempt, code, message, employeeId }) => ({
    at: at.toISOString(),
    state,
    attempt,
    code,
    message,
    employeeId,
  })),
})
