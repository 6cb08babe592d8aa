import { voucherKeyOf } from '#shared/loyalty/voucher-number.ts'
import { amount, type Quantity, quantity } from '#shared/money/decimal.ts'
import { leftToRefund, type NumberedTender, type PaidReceipt } from '#shared/pricing/refunds.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import type { BasisSale } from '../../journal/carts.ts'
import type { Returned } from './basis.ts'

type SaleLine = SaleBody['lines'][number]

/** Returns the quantity of a receipt line that can still be returned after earlier returns. */
export function leftToReturn(line: SaleLine, returns: readonly Returned[]): Quantity {
  const returned = returns
    .flatMap(({ lines }) => lines)
    .filter(({ originalLineNo }) => originalLineNo === line.lineNo)
    .reduce((sum, back) => sum + quantity(back.quantity), 0)
  return (quantity(line.quantity) - returned) as Quantity
}

/** Throws `basis_exceeded` for a voucher that was already returned. */
export function refuseReturnedVouchers(
  vouchers: readonly { number: string }[],
  returns: readonly Returned[],
): void {
  if (vouchers.some(({ number }) => isReturned(number, returns)))
    throw new Problem('basis_exceeded', { detail: 'The gift voucher was already returned' })
}

/** True when a return already contains this voucher of the receipt. */
export const isReturned = (number: string, returns: readonly Returned[]): boolean =>
  returns.some(({ vouchers = [] }) =>
    vouchers.some((back) => voucherKeyOf(back.number) === voucherKeyOf(number)),
  )

/** Returns the amounts of a receipt that can still be refunded, by payment method (docs/domain.md#refunds). */
export function refundsLeft(sale: BasisSale, returns: readonly Returned[]): NumberedTender[] {
  return leftToRefund(paidOf(sale), returns.map(paidOf))
}

function paidOf({ payments, changeSum }: Pick<BasisSale, 'payments' | 'changeSum'>): PaidReceipt {
  return {
    payments: payments.map(({ type, reference, originType, ...payment }) => ({
      type,
      reference,
      originType,
      amount: amount(payment.amount),
    })),
    changeSum: amount(changeSum),
  }
}
