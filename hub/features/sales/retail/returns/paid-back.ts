import { sql } from 'drizzle-orm'
import { type Given, statement } from '#hub/db/statement.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Amount } from '#shared/money/decimal.ts'
import type { Refund } from '#shared/pricing/refunds.ts'

/** What a receipt and its returns have moved in each way to pay, change taken off the cash; what was set off as it was paid before. */
export interface PaidBack {
  /** In the order of paying, each voucher for itself; none: the receipt has not arrived yet. */
  paid: Refund[]
  /** What its posted returns have given back. */
  refunded: Refund[]
}

/** By receipt (docs/domain.md#refunds). */
export async function paidBackOf(tx: Tx, saleIds: readonly string[]): Promise<Map<string, PaidBack>> {
  const rows = await paidBackAmong(tx, { saleIds })
  const bySale = Map.groupBy(rows, ({ saleId }) => saleId)
  return new Map([...bySale].map(([saleId, ways]) => [saleId, paidBack(ways)]))
}

function paidBack(ways: readonly Raw[]): PaidBack {
  const rows = (column: 'paid' | 'refunded') =>
    ways.map(({ type, reference, ...way }) => ({ type, reference, amount: Number(way[column]) as Amount }))
  return {
    paid: rows('paid').filter((_, index) => ways[index]?.hasPaid),
    refunded: rows('refunded').filter(({ amount }) => amount !== 0),
  }
}

interface Raw {
  saleId: string
  type: string
  /** The number of a voucher. */
  reference: string | null
  /** Sums come as texts; 0 also when the receipt was not paid so. */
  paid: string
  refunded: string
  /** The receipt was paid so, or a part of it. */
  hasPaid: boolean
}

const ids = (saleIds: unknown) => sql`ARRAY(SELECT unnest(${saleIds}::uuid[]))`

const paidBackAmong = statement(
  'retail-sale-payments.paid-back',
  (given: Given<'saleIds'>) => sql<Raw>`
    SELECT about.basis_id AS "saleId", paid.type, paid.reference,
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
      SELECT coalesce(origin_type, type) AS type, amount, position,
        CASE WHEN coalesce(origin_type, type) = 'GiftCard' THEN reference END AS reference
      FROM retail_sale_payments
      WHERE organization_id = about.organization_id AND sale_id = about.id
      UNION ALL SELECT 'Cash', -about.change_sum, NULL, NULL
    ) AS paid
    GROUP BY about.basis_id, paid.type, paid.reference
    ORDER BY about.basis_id, min(paid.position) FILTER (WHERE NOT about.is_return), paid.type,
      paid.reference`,
)
