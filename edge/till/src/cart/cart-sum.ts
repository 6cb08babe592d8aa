import type { Cart, CartLine } from '#shared/contracts/till/till.ts'
import { amount, amountToNumber, sumAmounts } from '#shared/money/decimal.ts'

/** Returns all lines of a cart: first the returned ones of an exchange, then the taken ones. */
export const linesOf = ({ exchange, lines }: Cart): CartLine[] => [...(exchange?.lines ?? []), ...lines]

/** Returns the number of lines and vouchers in a cart. */
export const countOf = (cart: Cart): number => linesOf(cart).length + cart.vouchers.length

/** True when the customer gets money. */
export const isPaidBack = ({ exchange, isReturn }: Cart): boolean =>
  exchange ? exchange.toRefund > 0 : isReturn

/** Returns the remainder to pay or to give back, before cash rounding. */
export const sumOf = ({ exchange, sum, voucherSum }: Cart): number =>
  exchange
    ? exchange.toPay || exchange.toRefund
    : amountToNumber(sumAmounts([amount(sum), amount(voucherSum)]))
