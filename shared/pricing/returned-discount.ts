import { type Amount, multiplyDivide, type Quantity } from '#shared/money/decimal.ts'
import { lineSum } from './line.ts'

/** A line that was sold at a discount. */
export interface DiscountedLine {
  quantity: Quantity
  /** With the discount off, before any VAT on top. */
  net: Amount
}

/**
 * The discount of a partial return of a line at `price`, after `before` was returned. All returns of a line add up to
 * its sum.
 */
export function returnedDiscount(
  sold: DiscountedLine,
  { before, quantity, price }: { before: Quantity; quantity: Quantity; price: Amount },
): Amount {
  const netOf = (part: number) => multiplyDivide(sold.net, part, sold.quantity)
  const net = netOf(before + quantity) - netOf(before)
  return Math.max(0, lineSum(quantity, price) - net) as Amount
}
