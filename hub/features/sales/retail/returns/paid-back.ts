import { type SQL, sql } from 'drizzle-orm'
import { type Given, statement } from '#hub/db/statement.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Amount } from '#shared/money/decimal.ts'
import type { Refund } from '#shared/pricing/refunds.ts'

/**
 * Payments and refunds of a receipt by tender, with change deducted from cash. A set-off counts as the
 * original tender.
 */
export interface PaidBack {
  /** Payments in their order, one row for each voucher. Empty when the receipt has not arrived yet. */
  paid: Refund[]
  /** Refunds of its posted returns. */
  refunded: Refund[]
}

/** Returns payments and refunds by receipt (docs/domain.md#refunds). */
export async function paidBackOf(tx: Tx, saleIds: readonly string[]): Promise<Map<string, PaidBack>> {
  return byReceipt(await paidBackAmong(tx, { saleIds }))
}

/**
 * Returns payments and refunds by receipt in the currency of the till. Refunds made in the back office are
 * converted to it.
 */
export async function paidBackAtTills(tx: Tx, saleIds: readonly string[]): Promise<Map<string, PaidBack>> {
  return byReceipt(await paidBackAmongTills(tx, { saleIds }))
}

function byReceipt(rows: readonly Raw[]): Map<string, PaidBack> {
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
  /** Voucher number. */
  reference: string | null
  /** Sum as text. Also 0 when the receipt was not paid with this tender. */
  paid: string
  refunded: string
  /** True when the receipt was paid with this tender, at least in part. */
  hasPaid: boolean
}

const ids = (saleIds: unknown) => sql`ARRAY(SELECT unnest(${saleIds}::uuid[]))`

/** Returns SQL for the amounts by tender. `amount` is evaluated on retail_sale_payments, `change` on `about`. */
const movedEachWay = (given: Given<'saleIds'>, amount: SQL, change: SQL) => sql<Raw>`
    SELECT about.basis_id AS "saleId", paid.type, paid.reference,
      coalesce(sum(paid.amount) FILTER (WHERE NOT about.is_return), 0) AS paid,
      coalesce(sum(paid.amount) FILTER (WHERE about.is_return), 0) AS refunded,
      bool_or(NOT about.is_return AND paid.amount > 0) AS "hasPaid"
    FROM (
      SELECT id AS basis_id, id, organization_id, change_sum, false AS is_return,
        foreign_money AS own, foreign_money AS basis
      FROM retail_sales
      WHERE organization_id = ${given.organizationId} AND id = ANY(${ids(given.saleIds)})
      UNION ALL
      SELECT back.original_sale_id, back.id, back.organization_id, back.change_sum, true,
        back.foreign_money, basis.foreign_money
      FROM retail_sales AS back
      LEFT JOIN retail_sales AS basis
        ON basis.organization_id = ${given.organizationId} AND basis.id = back.original_sale_id
      WHERE back.organization_id = ${given.organizationId}
        AND back.original_sale_id = ANY(${ids(given.saleIds)}) AND back.status = 'Posted'
    ) AS about
    CROSS JOIN LATERAL (
      SELECT coalesce(origin_type, type) AS type, ${amount} AS amount, position,
        CASE WHEN coalesce(origin_type, type) = 'GiftCard' THEN reference END AS reference
      FROM retail_sale_payments
      WHERE organization_id = about.organization_id AND sale_id = about.id
      UNION ALL SELECT 'Cash', -${change}, NULL, NULL
    ) AS paid
    GROUP BY about.basis_id, paid.type, paid.reference
    ORDER BY about.basis_id, min(paid.position) FILTER (WHERE NOT about.is_return), paid.type,
      paid.reference`

const paidBackAmong = statement('retail-sale-payments.paid-back', (given: Given<'saleIds'>) =>
  movedEachWay(given, sql`amount`, sql`about.change_sum`),
)

/** Converts an amount in SQL from the currency of the books to that of the receipt. */
const exchangedBack = (amount: SQL) => sql`CASE WHEN about.basis IS NULL THEN ${amount} ELSE
  round(${amount} * (about.basis ->> 'multiplicity')::numeric * 1000000 / (about.basis ->> 'rate')::numeric)::bigint END`

const paidBackAmongTills = statement('retail-sale-payments.paid-back-at-tills', (given: Given<'saleIds'>) =>
  movedEachWay(
    given,
    sql`coalesce((about.own -> 'payments' ->> position)::bigint, ${exchangedBack(sql`amount`)})`,
    sql`coalesce((about.own ->> 'changeSum')::bigint, ${exchangedBack(sql`about.change_sum`)})`,
  ),
)
