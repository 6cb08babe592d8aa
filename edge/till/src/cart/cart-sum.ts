import type { Cart, CartLine } from '#shared/contracts/till/till.ts'
import { amount, amountToNumber, sumAmounts } from '#shared/money/decimal.ts'

/** All lines of a cart: what comes back in exchange, then what is taken. */
export const linesOf = ({ exchange, lines }: Cart): CartLine[] => [...(exchange?.lines ?? []), ...lines]

/** How much is in a cart: its lines and its vouchers. */
export const countOf = (cart: Cart): number => linesOf(cart).length + cart.vouchers.length

/** Money goes to the customer. */
export const isPaidBack = ({ exchange, isReturn }: Cart): boolean =>
  exchange ? exchange.toRefund > 0 : isReturn

/** What is left to pay or to give back, before cash is rounded. */
export const sumOf = ({ exchange, sum, voucherSum }: Cart): number =>
  exchange
    ? exchange.toPay || exchange.toRefund
    : amountToNumber(sumAmounts([amount(sum), amount(voucherSum)]))
