import { sql } from 'drizzle-orm'
import { fiscalEvents, fiscalReceipts } from '#hub/db/tables/fiscal.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { NO_BASIS } from '#hub/integrations/fiscal/fiscalise.ts'
import { newId } from '#shared/std/ids.ts'

/** Requeues returns that failed because their sale had no fiscal receipt, once the sale has one. */
export async function freeReturns(tx: Tx, saleId: string): Promise<void> {
  const { organizationId } = tx
  const { rows } = await tx.execute<{ saleId: string; attempt: number }>(sql`
    UPDATE ${fiscalReceipts} r
    SET state = 'Waiting', failures = 0, due_at = now(), code = NULL, message = NULL
    FROM ${retailSales} s
    WHERE s.organization_id = ${organizationId} AND s.original_sale_id = ${saleId}
      AND r.organization_id = ${organizationId} AND r.sale_id = s.id AND r.state = 'Failed' AND r.code = ${NO_BASIS}
    RETURNING r.sale_id AS "saleId", r.attempt`)
  if (rows.length === 0) return
  const waiting = { organizationId, at: new Date(), state: 'Waiting' as const }
  await tx.insert(fiscalEvents).values(rows.map((row) => ({ ...waiting, id: newId(), ...row })))
}
