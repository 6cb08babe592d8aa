import { type Amount, multiplyDivide, type Quantity } from '#shared/money/decimal.ts'
import { lineSum } from './line.ts'

/** A line as it was sold. */
export interface SoldLine {
  quantity: Quantity
  /** With the discount off, before any VAT on top. */
  net: Amount
  /** In the sum, or on top of it. */
  vatSum: Amount
}

/** A part of a line that comes back. */
export interface ReturnedPart {
  /** The quantity that came back of the line before. */
  before: Quantity
  quantity: Quantity
  price: Amount
}

/**
 * The amounts that a part of a line comes back at: its share of each amount that was paid for the line, so that all returns of a line
 * add up to it exactly (docs/domain.md#returns). The discount is what this leaves of quantity × price, or nothing.
 */
export function returnedLine(
  sold: SoldLine,
  part: ReturnedPart,
): { net: Amount; vatSum: Amount; discountAmount: Amount } {
  const net = shareOf(sold.net, sold, part)
  return {
    net,
    vatSum: shareOf(sold.vatSum, sold, part),
    discountAmount: Math.max(0, lineSum(part.quantity, part.price) - net) as Amount,
  }
}

function shareOf(
  whole: Amount,
  sold: Pick<SoldLine, 'quantity'>,
  { before, quantity }: Pick<ReturnedPart, 'before' | 'quantity'>,
): Amount {
  const upTo = (part: number) => multiplyDivide(whole, part, sold.quantity)
  return (upTo(before + quantity) - upTo(before)) as Amount
}
