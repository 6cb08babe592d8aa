import { sql } from 'drizzle-orm'
import { type Given, statement } from '#hub/db/statement.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Amount } from '#shared/money/decimal.ts'
import type { Refund } from '#shared/pricing/refunds.ts'

/** What is left of what was paid for a receipt in one way; below 0 where its returns have given back more so. */
export interface PaidBack extends Refund {
  /** The receipt itself was paid so, or a part of it. */
  hasPaid: boolean
}

/**
 * By receipt what was paid each way, change taken off the cash, less what its posted returns have given back so; in the
 * order of paying (docs/domain.md#refunds).
 */
export async function paidBackOf(tx: Tx, saleIds: readonly string[]): Promise<Map<string, PaidBack[]>> {
  const rows = await paidBackAmong(tx, { saleIds })
  const paid = new Map<string, PaidBack[]>(saleIds.map((id) => [id, []]))
  for (const { basisId, amount, ...way } of rows)
    paid.get(basisId)?.push({ ...way, amount: Number(amount) as Amount })
  return paid
}

const ids = (saleIds: unknown) => sql`ARRAY(SELECT unnest(${saleIds}::uuid[]))`

const paidBackAmong = statement(
  'retail-sale-payments.paid-back',
  (given: Given<'saleIds'>) => sql<{ basisId: string; type: string; amount: string; hasPaid: boolean }>`
    SELECT about.basis_id AS "basisId", paid.type, sum(paid.amount * about.sign) AS amount,
      bool_or(about.sign = 1 AND paid.amount > 0) AS "hasPaid"
    FROM (
      SELECT id AS basis_id, id, organization_id, change_sum, 1 AS sign FROM retail_sales
      WHERE organization_id = ${given.organizationId} AND id = ANY(${ids(given.saleIds)})
      UNION ALL
      SELECT original_sale_id, id, organization_id, change_sum, -1 FROM retail_sales
      WHERE organization_id = ${given.organizationId} AND original_sale_id = ANY(${ids(given.saleIds)})
        AND status = 'Posted'
    ) AS about
    CROSS JOIN LATERAL (
      SELECT type, amount, position FROM retail_sale_payments
      WHERE organization_id = about.organization_id AND sale_id = about.id
      UNION ALL SELECT 'Cash', -about.change_sum, NULL
    ) AS paid
    GROUP BY about.basis_id, paid.type
    ORDER BY about.basis_id, min(paid.position) FILTER (WHERE about.sign = 1), paid.type`,
)
