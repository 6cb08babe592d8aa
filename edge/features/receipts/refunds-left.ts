import { amount } from '#shared/money/decimal.ts'
import { leftToRefund, type PaidReceipt } from '#shared/pricing/refunds.ts'
import type { Tender } from '#shared/pricing/tenders.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import type { ReceiptsReader, StoredReceipt } from '../../journal/receipts.ts'

/** What of a receipt can still be given back each way (docs/domain.md#refunds). */
export function refundsLeft(
  receipts: Pick<ReceiptsReader, 'returnsOf'>,
  { id, sale }: Pick<StoredReceipt, 'id' | 'sale'>,
): Tender[] {
  return leftToRefund(paidOf(sale), receipts.returnsOf(id).map(paidOf))
}

function paidOf({ payments, changeSum }: SaleBody): PaidReceipt {
  return {
    payments: payments.map((payment) => ({ type: payment.type, amount: amount(payment.amount) })),
    changeSum: amount(changeSum),
  }
}
