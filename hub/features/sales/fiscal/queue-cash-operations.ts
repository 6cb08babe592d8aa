import { sql } from 'drizzle-orm'
import { organizationCurrencies, priceTypes, retailPoints } from '#hub/db/tables/catalog.ts'
import { fiscalCashBoxes, fiscalCashOperations } from '#hub/db/tables/fiscal.ts'
import { cashMovements, tillShifts } from '#hub/db/tables/till.ts'
import type { Tx } from '#hub/db/transact.ts'
import { loadSettings } from '#hub/documents/settings.ts'
import { cashBoxOfPoint, WITH_DRAWER } from './leave-cash-boxes.ts'

/**
 * Queues cash movements for the provider of the retail point, each once. Skips movements in a currency other
 * than the organization's. Call it in the transaction that books the movements.
 */
export async function queueCashMovements(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { organizationId } = tx
  const { currency } = await loadSettings(tx)
  await tx.execute(sql`
    INSERT INTO ${fiscalCashOperations} (organization_id, id, kind, retail_point_id, cash_box_id, sum, at)
    SELECT m.organization_id, m.id, CASE m.kind WHEN 'In' THEN 'CashIn' ELSE 'CashOut' END, m.retail_point_id, b.id,
      m.amount, m.moved_at
    FROM ${cashMovements} m
    JOIN ${retailPoints} p ON p.organization_id = ${organizationId} AND p.id = m.retail_point_id
    JOIN ${priceTypes} t ON t.organization_id = ${organizationId} AND t.id = p.price_type_id
    JOIN ${organizationCurrencies} c ON c.organization_id = ${organizationId} AND c.id = t.currency_id
    CROSS JOIN LATERAL (${cashBoxOfPoint(tx, sql`m.retail_point_id`, WITH_DRAWER)}) b
    WHERE m.organization_id = ${organizationId} AND m.id = ANY(${sql.param([...ids])}::uuid[]) AND m.amount > 0
      AND c.iso_code = ${currency}
    ORDER BY m.moved_at, m.id
    ON CONFLICT DO NOTHING`)
}

/**
 * Queues the provider's Z report when the last shift is closed. A cash box can serve several tills, and a
 * till still selling would sell in the next fiscal shift. By law a shift ends after 24 hours, so a forgotten
 * shift does not block the report. Call it in the transaction that books the closing.
 */
export async function queueZReport(tx: Tx, shiftId: string): Promise<void> {
  const { organizationId } = tx
  // Serializes concurrent closings, so that the second one sees the first.
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT c.id FROM ${fiscalCashBoxes} c
    WHERE c.organization_id = ${organizationId} AND c.id = (
      SELECT b.id FROM ${tillShifts} s CROSS JOIN LATERAL (${cashBoxOfPoint(tx, sql`s.retail_point_id`, WITH_DRAWER)}) b
      WHERE s.organization_id = ${organizationId} AND s.id = ${shiftId})
    FOR NO KEY UPDATE`)
  const [cashBox] = rows
  if (!cashBox) return
  await tx.execute(sql`
    INSERT INTO ${fiscalCashOperations} (organization_id, id, kind, retail_point_id, cash_box_id, at)
    SELECT s.organization_id, s.id, 'ZReport', s.retail_point_id, ${cashBox.id}::uuid, s.closed_at
    FROM ${tillShifts} s
    WHERE s.organization_id = ${organizationId} AND s.id = ${shiftId} AND s.closed_at IS NOT NULL
      AND NOT EXISTS (
        SELECT FROM ${tillShifts} o
        WHERE o.organization_id = ${organizationId} AND o.id <> s.id AND o.closed_at IS NULL
          AND o.opened_at > s.closed_at - interval '24 hours' AND o.opened_at <= s.closed_at
          AND ${cashBox.id}::uuid = (${cashBoxOfPoint(tx, sql`o.retail_point_id`, WITH_DRAWER)}))
    ON CONFLICT DO NOTHING`)
}
