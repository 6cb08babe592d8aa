import type pg from 'pg'

/** Grouping columns for a report without roll-ups, over lines `l` of sales `s`. */
const BARE_KEYS = {
  product: 'l.product_id',
  productGroup:
    '(SELECT product_group_id FROM products AS p WHERE p.organization_id = l.organization_id AND p.id = l.product_id)',
  store: 's.store_id',
  retailPoint: 's.retail_point_id',
  cashier: 's.cashier_id',
  employee: 's.cashier_id',
  customer: 's.customer_id',
  counterparty: 's.customer_id',
  hour: `extract(hour FROM s.date AT TIME ZONE 'Asia/Almaty')`,
  weekday: `extract(isodow FROM s.date AT TIME ZONE 'Asia/Almaty')`,
  day: `(s.date AT TIME ZONE 'Asia/Almaty')::date`,
  week: `date_trunc('week', s.date AT TIME ZONE 'Asia/Almaty')`,
  month: `date_trunc('month', s.date AT TIME ZONE 'Asia/Almaty')`,
  paymentType: 'payment.type',
} as const
export type BareKey = keyof typeof BARE_KEYS

/** Reads the sums of a report directly from the lines in a period. */
export async function readBare(
  sql: pg.Client,
  organizationId: string,
  groupBy: BareKey,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const payment =
    groupBy === 'paymentType'
      ? 'JOIN retail_sale_payments AS payment ON payment.organization_id = s.organization_id AND payment.sale_id = s.id'
      : ''
  await sql.query(
    `SELECT ${BARE_KEYS[groupBy]} AS key, s.is_return, count(DISTINCT s.id), sum(l.quantity), sum(l.sum), sum(l.discount_amount),
       sum(l.vat_sum), sum(round(l.quantity::numeric * l.unit_cost / 1000))
     FROM retail_sales AS s
     JOIN retail_sale_lines AS l ON l.organization_id = s.organization_id AND l.sale_id = s.id ${payment}
     WHERE s.organization_id = $1 AND s.status = 'Posted'
       AND s.date >= $2::date::timestamp AT TIME ZONE 'Asia/Almaty'
       AND s.date < ($3::date + 1)::timestamp AT TIME ZONE 'Asia/Almaty'
     GROUP BY 1, 2`,
    [organizationId, from, to],
  )
}
