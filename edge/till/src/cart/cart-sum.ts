import type { Cart, CartLine } from '#shared/contracts/till/till.ts'
import { amount, amountToNumber, sumAmounts } from '#shared/money/decimal.ts'

/** Returns all lines of a cart. In an exchange, the returned lines come first, then the new ones. */
export const linesOf = ({ exchange, lines }: Cart): CartLine[] => [...(exchange?.lines ?? []), ...lines]

/** Returns the number of lines and vouchers in a cart. */
export const countOf = (cart: Cart): number => linesOf(cart).length + cart.vouchers.length

/** True when the customer gets money back. */
export const isPaidBack = ({ exchange, isReturn }: Cart): boolean =>
  exchange ? exchange.toRefund > 0 : isReturn

/** Returns the amount to pay or to refund, before cash rounding. */
export const sumOf = ({ exchange, sum, voucherSum }: Cart): number =>
  exchange
    ? exchange.toPay || exchange.toRefund
    : amountToNumber(sumAmounts([amount(sum), amount(voucherSum)]))
