import { sql } from 'drizzle-orm'
import { fiscalReceipts } from '#hub/db/tables/fiscal.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { cashBoxOfSale } from './leave-cash-boxes.ts'

/**
 * Queues a fiscal receipt for each posted sale whose retail point has a provider. Idempotent: a sale has only
 * one fiscal receipt. Call it in the transaction that posts the sales.
 */
export async function queueFiscal(tx: Tx, saleIds: readonly string[]): Promise<void> {
  if (saleIds.length === 0) return
  const { organizationId } = tx
  await tx.execute(sql`
    INSERT INTO ${fiscalReceipts} (organization_id, sale_id, cash_box_id)
    SELECT s.organization_id, s.id, b.id
    FROM ${retailSales} s
    CROSS JOIN LATERAL (${cashBoxOfSale(tx)}) b
    WHERE s.organization_id = ${organizationId} AND s.id = ANY(${sql.param([...saleIds])}::uuid[])
      AND s.status = 'Posted'
    ORDER BY s.sold_at, s.id
    ON CONFLICT DO NOTHING`)
}
