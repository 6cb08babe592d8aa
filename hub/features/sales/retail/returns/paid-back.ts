import { sql } from 'drizzle-orm'
import { type Given, statement } from '#hub/db/statement.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Amount } from '#shared/money/decimal.ts'

/** What a receipt and its returns have moved in one way to pay, change taken off the cash; what was set off as it was paid before. */
export interface PaidBack {
  /** Of the receipt: it may not have arrived yet. */
  saleId: string
  type: string
  /** 0 also when the receipt was not paid so. */
  paid: Amount
  /** What its posted returns have given back. */
  refunded: Amount
  /** The receipt was paid so, or a part of it. */
  hasPaid: boolean
}

/** By receipt in the order of paying (docs/domain.md#refunds). */
export async function paidBackOf(tx: Tx, saleIds: readonly string[]): Promise<PaidBack[]> {
  const rows = await paidBackAmong(tx, { saleIds })
  return rows.map(({ paid, refunded, ...way }) => ({
    ...way,
    paid: Number(paid) as Amount,
    refunded: Number(refunded) as Amount,
  }))
}

/** Sums come as texts. */
type Raw = Omit<PaidBack, 'paid' | 'refunded'> & { paid: string; refunded: string }

const ids = (saleIds: unknown) => sql`ARRAY(SELECT unnest(${saleIds}::uuid[]))`

const paidBackAmong = statement(
  'retail-sale-payments.paid-back',
  (given: Given<'saleIds'>) => sql<Raw>`
    SELECT about.basis_id AS "saleId", paid.type,
      coalesce(sum(paid.amount) FILTER (WHERE NOT about.is_return), 0) AS paid,
      coalesce(sum(paid.amount) FILTER (WHERE about.is_return), 0) AS refunded,
      bool_or(NOT about.is_return AND paid.amount > 0) AS "hasPaid"
    FROM (
      SELECT id AS basis_id, id, organization_id, change_sum, false AS is_return FROM retail_sales
      WHERE organization_id = ${given.organizationId} AND id = ANY(${ids(given.saleIds)})
      UNION ALL
      SELECT original_sale_id, id, organization_id, change_sum, true FROM retail_sales
      WHERE organization_id = ${given.organizationId} AND original_sale_id = ANY(${ids(given.saleIds)})
        AND status = 'Posted'
    ) AS about
    CROSS JOIN LATERAL (
      SELECT coalesce(origin_type, type) AS type, amount, position FROM retail_sale_payments
      WHERE organization_id = about.organization_id AND sale_id = about.id
      UNION ALL SELECT 'Cash', -about.change_sum, NULL
    ) AS paid
    GROUP BY about.basis_id, paid.type
    ORDER BY about.basis_id, min(paid.position) FILTER (WHERE NOT about.is_return), paid.type`,
)
