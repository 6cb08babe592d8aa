import { sql } from 'drizzle-orm'
import { fiscalReceipts } from '#hub/db/tables/fiscal.ts'
import { devices } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import { raises } from '#hub/features/fleet/devices/alerts.ts'
import { NO_PROVIDER, PROVIDER_CHANGED } from '#hub/features/sales/fiscal/leave-cash-boxes.ts'
import { isStuck } from '#hub/features/sales/fiscal/read-fiscal-receipts.ts'
import { HUB_FAULT } from '#hub/integrations/fiscal/own-faults.ts'
import type { BindingRow } from './binding.ts'

/** Days back to search for events. Notices are retained for longer, so that none is recorded twice. */
const LOOKS_BACK_DAYS = 45
export const NOTICE_RETENTION_DAYS = 90

/**
 * Records notices for the chat, exactly once for each event, even when several processes run at once.
 * Discards unsent notices whose trouble has ended.
 */
export async function collectNotices(tx: Tx, binding: BindingRow): Promise<void> {
  const { boundAt } = binding
  if (boundAt === null) return
  const since = new Date(Math.max(boundAt.getTime(), Date.now() - LOOKS_BACK_DAYS * 86_400_000)).toISOString()
  if (binding.shiftClosed) await closedShifts(tx, since)
  if (binding.largeReturn) await largeReturns(tx, since, binding.largeReturnFrom)
  const at = new Date().toISOString()
  await silentTills(tx, { isWanted: binding.tillSilent, at })
  await lowStock(tx, { isWanted: binding.lowStock, at })
  await stuckReceipts(tx, { isWanted: binding.fiscalStuck, at })
}

/**
 * Records existing troubles when a chat is bound, dated before the binding. Notices for them are sent only
 * when they recur.
 */
export async function noteCurrentTroubles(tx: Tx, boundAt: Date): Promise<void> {
  const standing = { isWanted: true, at: new Date(boundAt.getTime() - 1).toISOString() }
  await silentTills(tx, standing)
  await lowStock(tx, standing)
  await stuckReceipts(tx, standing)
}

/** Options of a search for lasting troubles. `at` is the time at which a new trouble was first seen. */
interface Look {
  isWanted: boolean
  at: string
}

/**
 * Condition for notices recorded after the chat was bound. Earlier troubles stay recorded, whichever notices
 * are enabled.
 */
const isSince = (tx: Tx) => sql`at >= (
  SELECT bound_at FROM messenger_bindings WHERE messenger_bindings.organization_id = ${tx.organizationId})`

const pointName = (of: 'shift' | 'sale' | 'devices') => sql`(
  SELECT p.name FROM retail_points AS p
  WHERE p.organization_id = ${sql.identifier(of)}.organization_id AND p.id = ${sql.identifier(of)}.retail_point_id)`

async function closedShifts(tx: Tx, since: string): Promise<void> {
  await tx.execute(sql`
    INSERT INTO messenger_notices (organization_id, kind, subject, at, facts)
    SELECT shift.organization_id, 'shiftClosed', shift.id::text, shift.closed_at, jsonb_build_object(
      'till', shift.till_id, 'point', ${pointName('shift')}, 'number', shift.number, 'cashier', shift.closed_by_name,
      'closedAt', to_json(shift.closed_at), 'countedCash', shift.counted_cash, 'totals', shift.totals)
    FROM till_shifts AS shift
    WHERE shift.organization_id = ${tx.organizationId} AND shift.closed_at >= ${since}
      -- A shift is open for less; so the index finds them.
      AND (shift.opened_at IS NULL OR shift.opened_at > ${since}::timestamptz - interval '30 days')
    ON CONFLICT DO NOTHING`)
}

async function largeReturns(tx: Tx, since: string, from: number): Promise<void> {
  await tx.execute(sql`
    INSERT INTO messenger_notices (organization_id, kind, subject, at, facts)
    SELECT sale.organization_id, 'largeReturn', sale.id::text, made.at, jsonb_build_object(
      'sum', sale.sum, 'point', ${pointName('sale')}, 'number', coalesce(sale.receipt_number, sale.number),
      'cashier', sale.cashier_name, 'at', to_json(sale.date))
    FROM retail_sales AS sale
    -- The back office may date a return before the moment at which it is made.
    CROSS JOIN LATERAL (SELECT CASE WHEN sale.device_id IS NULL THEN sale.posted_at ELSE sale.date END AS at) AS made
    WHERE sale.organization_id = ${tx.organizationId} AND sale.is_return AND sale.status = 'Posted'
      AND made.at >= ${since} AND sale.sum >= ${from}
      -- A draft is kept for less; so the index finds them.
      AND sale.created_at >= ${since}::timestamptz - interval '30 days'
    ON CONFLICT DO NOTHING`)
}

/** Records silent tills. The last contact before the outage identifies a notice. */
async function silentTills(tx: Tx, { isWanted, at }: Look): Promise<void> {
  const subject = sql`concat_ws(' ', ${devices.id}, coalesce(${devices.lastContactAt}, ${devices.enrolledAt}))`
  await tx.execute(sql`
    DELETE FROM messenger_notices AS notice
    WHERE organization_id = ${tx.organizationId} AND kind = 'tillSilent' AND sent_at IS NULL AND (
      NOT ${isWanted}::boolean AND ${isSince(tx)} OR NOT EXISTS (
        SELECT FROM devices WHERE ${devices.organizationId} = ${tx.organizationId} AND notice.subject = ${subject}
          AND ${raises('down')}))`)
  if (!isWanted) return
  await tx.execute(sql`
    INSERT INTO messenger_notices (organization_id, kind, subject, at, facts)
    SELECT ${devices.organizationId}, 'tillSilent', ${subject}, ${at}::timestamptz,
      jsonb_build_object('till', shift.till_id, 'point', ${pointName('devices')},
        'since', to_json(coalesce(${devices.lastContactAt}, ${devices.enrolledAt})))
    FROM devices CROSS JOIN LATERAL (
      SELECT s.till_id FROM till_shifts AS s
      WHERE s.organization_id = ${devices.organizationId} AND s.device_id = ${devices.id} AND s.opened_at IS NOT NULL
      ORDER BY s.opened_at DESC LIMIT 1
    ) AS shift
    WHERE ${devices.organizationId} = ${tx.organizationId} AND ${raises('down')}
    ON CONFLICT DO NOTHING`)
}

/** Records low stock, one notice until the product is restocked, and a new one when it runs low again. */
async function lowStock(tx: Tx, { isWanted, at }: Look): Promise<void> {
  const low = sql`
    SELECT p.id, p.name, p.min_stock, coalesce((
      SELECT sum(b.quantity) FROM stock_balances AS b
      WHERE b.organization_id = p.organization_id AND b.product_id = p.id), 0) AS quantity
    FROM products AS p
    WHERE p.organization_id = ${tx.organizationId} AND NOT p.is_archived AND p.min_stock IS NOT NULL`
  await tx.execute(sql`
    DELETE FROM messenger_notices
    WHERE organization_id = ${tx.organizationId} AND kind = 'lowStock' AND (
      NOT ${isWanted}::boolean AND ${isSince(tx)} OR subject NOT IN (
        SELECT low.id::text FROM (${low}) AS low WHERE low.quantity <= low.min_stock))`)
  if (!isWanted) return
  await tx.execute(sql`
    INSERT INTO messenger_notices (organization_id, kind, subject, at, facts)
    SELECT ${tx.organizationId}, 'lowStock', low.id::text, ${at}::timestamptz,
      jsonb_build_object('name', low.name, 'quantity', low.quantity, 'minStock', low.min_stock)
    FROM (${low}) AS low WHERE low.quantity <= low.min_stock
    -- What is told is how much there is then.
    ON CONFLICT (organization_id, kind, subject) DO UPDATE SET facts = excluded.facts
    WHERE messenger_notices.sent_at IS NULL AND messenger_notices.facts <> excluded.facts`)
}

/**
 * Records stuck receipts, one notice for as long as a receipt is stuck. The notice names the kind of trouble
 * in the language of the chat, because the provider's message has a language of its own.
 */
async function stuckReceipts(tx: Tx, { isWanted, at }: Look): Promise<void> {
  const stuck = sql`
    SELECT ${fiscalReceipts.saleId}, coalesce(sale.receipt_number, sale.number) AS number, ${pointName('sale')} AS point,
      CASE WHEN ${fiscalReceipts.code} IN (${PROVIDER_CHANGED}, ${NO_PROVIDER}) THEN 'cashBox'
        WHEN ${fiscalReceipts.code} = ${HUB_FAULT} THEN 'settings'
        WHEN ${fiscalReceipts.state} = 'Failed' THEN 'refused' ELSE 'unanswered' END AS trouble
    FROM ${fiscalReceipts} JOIN retail_sales AS sale
      ON sale.organization_id = ${fiscalReceipts.organizationId} AND sale.id = ${fiscalReceipts.saleId}
    WHERE ${fiscalReceipts.organizationId} = ${tx.organizationId} AND ${isStuck}`
  await tx.execute(sql`
    DELETE FROM messenger_notices
    WHERE organization_id = ${tx.organizationId} AND kind = 'fiscalStuck' AND (
      NOT ${isWanted}::boolean AND ${isSince(tx)} OR subject NOT IN (SELECT stuck.sale_id::text FROM (${stuck}) AS stuck))`)
  if (!isWanted) return
  await tx.execute(sql`
    INSERT INTO messenger_notices (organization_id, kind, subject, at, facts)
    SELECT ${tx.organizationId}, 'fiscalStuck', stuck.sale_id::text, ${at}::timestamptz,
      jsonb_build_object('number', stuck.number, 'point', stuck.point, 'trouble', stuck.trouble)
    FROM (${stuck}) AS stuck
    ON CONFLICT (organization_id, kind, subject) DO UPDATE SET facts = excluded.facts
    WHERE messenger_notices.sent_at IS NULL AND messenger_notices.facts <> excluded.facts`)
}
