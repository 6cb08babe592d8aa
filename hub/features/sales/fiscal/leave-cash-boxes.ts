import { type SQL, sql } from 'drizzle-orm'
import { fiscalCashBoxes, fiscalCashOperations, fiscalEvents, fiscalReceipts } from '#hub/db/tables/fiscal.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { FiscalState } from '#shared/domain/sale-fiscal.ts'
import { newId } from '#shared/std/ids.ts'

/** Code of a receipt or operation without a cash box to process it. */
export const NO_PROVIDER = 'NoProvider'
/** Code of a receipt that may exist in a cash box that can no longer be queried. It is never sent again. */
export const PROVIDER_CHANGED = 'ProviderChanged'

/** Providers that keep a cash drawer. Cash in and cash out are reported to them, and shifts end with a Z report. */
export const WITH_DRAWER = ['Webkassa', 'ReKassa']

/**
 * Returns SQL for the cash box of the retail point of sale `s`, or else of the organization. Yields no row
 * when the sale gets no fiscal receipt.
 */
export const cashBoxOfSale = (tx: Tx): SQL => cashBoxOfPoint(tx, sql`s.retail_point_id`)

/**
 * Returns SQL for the cash box of the retail point, or else of the organization. Yields no row when there is
 * none or its provider is not in `providers`.
 */
export const cashBoxOfPoint = (
  { organizationId }: Tx,
  pointId: SQL,
  providers?: readonly string[],
): SQL => sql`
  SELECT b.id FROM (
    SELECT c.id, c.provider FROM ${fiscalCashBoxes} c
    WHERE c.organization_id = ${organizationId}
      AND (c.retail_point_id = ${pointId} OR c.retail_point_id IS NULL)
    ORDER BY c.retail_point_id NULLS LAST LIMIT 1) b
  WHERE ${providers ? sql`b.provider = ANY(${sql.param([...providers])}::text[])` : sql`b.provider <> 'None'`}`

/**
 * Detaches unfinished receipts and operations from deleted cash boxes. A receipt that was certainly not
 * issued is moved to the current cash box of its retail point. Everything else fails, so that users notice.
 */
export async function leaveCashBoxes(tx: Tx): Promise<void> {
  const { organizationId } = tx
  await tx.execute(sql`
    UPDATE ${fiscalCashOperations} o
    SET state = 'Failed', code = ${NO_PROVIDER}, message = 'The cash box was changed before it was told'
    WHERE o.organization_id = ${organizationId} AND o.state NOT IN ('Done', 'Failed') AND NOT EXISTS (
      SELECT FROM ${fiscalCashBoxes} c WHERE c.organization_id = ${organizationId} AND c.id = o.cash_box_id)`)
  const { rows } = await tx.execute<{
    saleId: string
    state: FiscalState
    attempt: number
    code: string | null
    message: string | null
  }>(sql`
    UPDATE ${fiscalReceipts} r
    SET cash_box_id = next.id, failures = 0, due_at = now(),
      state = CASE WHEN next.id IS NULL THEN 'Failed' ELSE 'Waiting' END,
      code = CASE WHEN r.state <> 'Waiting' THEN ${PROVIDER_CHANGED} WHEN next.id IS NULL THEN ${NO_PROVIDER} END,
      message = CASE WHEN r.state <> 'Waiting' THEN 'The cash box was changed before it answered: look there for the receipt'
        WHEN next.id IS NULL THEN 'The cash box has no fiscal provider any more' END
    FROM (
      SELECT o.sale_id, CASE WHEN o.state = 'Waiting' THEN (${cashBoxOfSale(tx)}) END AS id
      FROM ${fiscalReceipts} o JOIN ${retailSales} s ON s.organization_id = ${organizationId} AND s.id = o.sale_id
      WHERE o.organization_id = ${organizationId} AND o.state NOT IN ('Done', 'Failed') AND NOT EXISTS (
        SELECT FROM ${fiscalCashBoxes} c WHERE c.organization_id = ${organizationId} AND c.id = o.cash_box_id)) next
    WHERE r.organization_id = ${organizationId} AND r.sale_id = next.sale_id
    RETURNING r.sale_id AS "saleId", r.state, r.attempt, r.code, r.message`)
  if (rows.length === 0) return
  const at = new Date()
  await tx.insert(fiscalEvents).values(rows.map((row) => ({ organizationId, id: newId(), at, ...row })))
}
