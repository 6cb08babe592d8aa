import { sql } from 'drizzle-orm'
import { fiscalCashOperations } from '#hub/db/tables/fiscal.ts'
import { cashMovements, tillShifts } from '#hub/db/tables/till.ts'
import type { Tx } from '#hub/db/transact.ts'
import { cashBoxOfPoint } from './leave-cash-boxes.ts'

/** Providers that keep a drawer: cash goes in and out, and a shift ends with a Z report. */
const WITH_DRAWER = ['Webkassa', 'ReKassa']

/** The provider of the retail point is told of the cash movements, once. In the transaction that books them. */
export async function queueCashMovements(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { organizationId } = tx
  await tx.execute(sql`
    INSERT INTO ${fiscalCashOperations} (organization_id, id, kind, retail_point_id, cash_box_id, sum, at)
    SELECT m.organization_id, m.id, CASE m.kind WHEN 'In' THEN 'CashIn' ELSE 'CashOut' END, m.retail_point_id, b.id,
      m.amount, m.moved_at
    FROM ${cashMovements} m CROSS JOIN LATERAL (${cashBoxOfPoint(tx, sql`m.retail_point_id`, WITH_DRAWER)}) b
    WHERE m.organization_id = ${organizationId} AND m.id = ANY(${sql.param([...ids])}::uuid[]) AND m.amount > 0
    ORDER BY m.moved_at, m.id
    ON CONFLICT DO NOTHING`)
}

/**
 * The Z report of the provider follows the last closing: a cash box may serve several tills, and one that still sells would
 * sell in the next shift. A shift ends after 24 hours by law, so one that was forgotten keeps none open. In the transaction that books the closing.
 */
export async function queueZReport(tx: Tx, shiftId: string): Promise<void> {
  const { organizationId } = tx
  await tx.execute(sql`
    INSERT INTO ${fiscalCashOperations} (organization_id, id, kind, retail_point_id, cash_box_id, at)
    SELECT s.organization_id, s.id, 'ZReport', s.retail_point_id, b.id, s.closed_at
    FROM ${tillShifts} s CROSS JOIN LATERAL (${cashBoxOfPoint(tx, sql`s.retail_point_id`, WITH_DRAWER)}) b
    WHERE s.organization_id = ${organizationId} AND s.id = ${shiftId} AND s.closed_at IS NOT NULL
      AND NOT EXISTS (
        SELECT FROM ${tillShifts} o
        WHERE o.organization_id = ${organizationId} AND o.id <> s.id AND o.closed_at IS NULL
          AND o.opened_at > s.closed_at - interval '24 hours' AND o.opened_at <= s.closed_at
          AND b.id = (${cashBoxOfPoint(tx, sql`o.retail_point_id`, WITH_DRAWER)}))
    ON CONFLICT DO NOTHING`)
}
