import { sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import type { Amount } from '#shared/money/decimal.ts'
import type { CounterpartyRow } from './queries.ts'

/** Turnover in the currency of the organization. */
export interface Turnover {
  /** Sales minus returns. Null for the customer of sales without a named customer. */
  salesAmount: Amount | null
  /**
   * Debt of the counterparty. Negative when the organization owes it money (docs/domain.md#counterparties).
   * Null where `salesAmount` is.
   */
  balance: Amount | null
}

/**
 * Returns the rows with their turnover. Uses one statement for any number of rows, along the indexes of
 * documents and receipts by counterparty.
 */
export async function withTurnover<Row extends CounterpartyRow>(
  tx: Tx,
  rows: Row[],
): Promise<(Row & Turnover)[]> {
  const ids = rows.filter(({ isSystem }) => !isSystem).map(({ id }) => id)
  const { rows: found } = await tx.execute<Record<'id' | 'sales' | 'balance', string>>(sql`
    SELECT party.id, document.shipped + receipt.sold AS sales,
      document.shipped + receipt.on_credit - document.supplied AS balance
    FROM unnest(${sql.param(ids)}::uuid[]) AS party (id)
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(d.sum_in_organization_currency) FILTER (WHERE d.type = 'Demand'), 0) AS shipped,
        coalesce(sum(CASE d.type
          WHEN 'Supply' THEN d.sum_in_organization_currency
          WHEN 'SupplierReturn' THEN -d.sum_in_organization_currency END), 0) AS supplied
      FROM documents AS d
      WHERE d.organization_id = ${tx.organizationId} AND d.counterparty_id = party.id AND d.status = 'Posted'
    ) AS document
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(CASE WHEN sale.is_return THEN -sale.sum ELSE sale.sum END), 0) AS sold,
        coalesce(sum(CASE WHEN sale.is_return THEN -credit.amount ELSE credit.amount END), 0) AS on_credit
      FROM retail_sales AS sale
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(payment.amount), 0) AS amount FROM retail_sale_payments AS payment
        WHERE payment.organization_id = sale.organization_id AND payment.sale_id = sale.id AND payment.type = 'Credit'
      ) AS credit
      WHERE sale.organization_id = ${tx.organizationId} AND sale.customer_id = party.id AND sale.status = 'Posted'
    ) AS receipt`)
  const turnovers = new Map(found.map(({ id, sales, balance }) => [id, { sales, balance }]))
  return rows.map((row) => {
    const own = turnovers.get(row.id)
    return {
      ...row,
      salesAmount: own ? (Number(own.sales) as Amount) : null,
      balance: own ? (Number(own.balance) as Amount) : null,
    }
  })
}
