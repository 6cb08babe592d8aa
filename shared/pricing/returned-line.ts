import { type Amount, multiplyDivide, type Quantity } from '#shared/money/decimal.ts'
import { lineSum } from './line.ts'

/** Sold line. */
export interface SoldLine {
  quantity: Quantity
  /** Sum after the discount, before any added VAT. */
  net: Amount
  /** VAT, included in the sum or added. */
  vatSum: Amount
}

/** Returned part of a line. */
export interface ReturnedPart {
  /** Quantity of the line that was already returned. */
  before: Quantity
  quantity: Quantity
  price: Amount
}

/**
 * Returns the amounts of a returned part: its share of each amount paid for the line, so that all returns of
 * a line add up to it exactly (docs/domain.md#returns). The discount is the difference to quantity × price,
 * or 0.
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
