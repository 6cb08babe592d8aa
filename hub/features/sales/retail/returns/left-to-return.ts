import { sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import { type Amount, type Quantity, sumAmounts } from '#shared/money/decimal.ts'
import { leftAfter, type Refund } from '#shared/pricing/refunds.ts'
import { paidBackOf } from './paid-back.ts'

/** Remainder of a receipt after its posted returns. Drafts are ignored. */
export interface LeftToReturn {
  /** Remaining quantity and net sum by line number. The net sum includes VAT when the prices do. */
  lines: Map<number, { quantity: Quantity; net: Amount }>
  /** Remaining payments in order of payment, with change deducted and one row for each voucher. */
  payments: Refund[]
  /** Remaining payments for goods, excluding advance payments for vouchers. */
  forGoods: Amount
}

/** Returns what remains of a receipt. Values are never negative, even when tills have refunded too much. */
export async function leftToReturn(tx: Tx, saleId: string): Promise<LeftToReturn> {
  const lines = await tx.execute<{ line: number; quantity: string; net: string }>(sql`
    SELECT CASE WHEN sale.id = ${saleId} THEN line.line_no ELSE line.original_line_no END AS line,
      sum(line.quantity * ${sign(saleId)}) AS quantity,
      sum((line.sum - CASE WHEN sale.vat_included THEN 0 ELSE line.vat_sum END) * ${sign(saleId)}) AS net
    FROM ${salesAbout(tx, saleId)}
    JOIN retail_sale_lines AS line ON line.organization_id = sale.organization_id AND line.sale_id = sale.id
    GROUP BY 1`)
  const { paid = [], refunded = [] } = (await paidBackOf(tx, [saleId])).get(saleId) ?? {}
  const payments = leftAfter(paid, refunded).filter(({ amount }) => amount > 0)
  const vouchers = await tx.execute<{ sum: string }>(sql`
    SELECT coalesce(sum(sale.voucher_sum * ${sign(saleId)}), 0) AS sum FROM ${salesAbout(tx, saleId)}`)
  const inAdvance = Math.max(0, Number(vouchers.rows[0]?.sum))
  return {
    lines: new Map(lines.rows.map(({ line, quantity, net }) => [line, leftOf(quantity, net)])),
    payments,
    forGoods: (sumAmounts(payments.map(({ amount }) => amount)) - inAdvance) as Amount,
  }
}

export interface ReturnedLine {
  originalLineNo: number | null
  quantity: Quantity
  sum: Amount
  vatSum: Amount
}

/**
 * Returns the rounding of a return when the receipt was rounded. A return of everything that remains, at full
 * value, must add up to the remaining payments. Returns null for a smaller return.
 */
export function roundingBack(
  lines: readonly ReturnedLine[],
  vatIncluded: boolean,
  left: LeftToReturn,
): Amount | null {
  const byLine = Map.groupBy(lines, ({ originalLineNo }) => originalLineNo)
  const isAll = [...left.lines].every(([lineNo, { quantity, net }]) => {
    if (quantity === 0) return true
    const back = byLine.get(lineNo) ?? []
    const cameTo = back.reduce((sum, line) => sum + line.sum - (vatIncluded ? 0 : line.vatSum), 0)
    return back.reduce((sum, line) => sum + line.quantity, 0) === quantity && cameTo === net
  })
  if (!isAll) return null
  return (left.forGoods - sumAmounts(lines.map(({ sum }) => sum))) as Amount
}

/** Returns SQL for the sale itself and its posted returns. */
const salesAbout = (tx: Tx, saleId: string) => sql`(
  SELECT id, organization_id, vat_included, voucher_sum FROM retail_sales
  WHERE organization_id = ${tx.organizationId} AND id = ${saleId}
  UNION ALL
  SELECT id, organization_id, vat_included, voucher_sum FROM retail_sales
  WHERE organization_id = ${tx.organizationId} AND original_sale_id = ${saleId} AND status = 'Posted'
) AS sale`

const sign = (saleId: string) => sql`CASE WHEN sale.id = ${saleId} THEN 1 ELSE -1 END`

function leftOf(quantity: string, net: string) {
  return {
    quantity: Math.max(0, Number(quantity)) as Quantity,
    net: Math.max(0, Number(net)) as Amount,
  }
}
