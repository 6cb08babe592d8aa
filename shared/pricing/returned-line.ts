import { type Amount, multiplyDivide, type Quantity } from '#shared/money/decimal.ts'
import { lineSum } from './line.ts'

export interface SoldLine {
  quantity: Quantity
  /** Sum after the discount, before VAT is added. */
  net: Amount
  /** VAT, either included in the sum or added to it. */
  vatSum: Amount
}

export interface ReturnedPart {
  /** Quantity returned earlier. */
  before: Quantity
  quantity: Quantity
  price: Amount
}

/**
 * Returns the amounts of a returned part. Each is a share of the amount paid for the line, so that all
 * returns of a line add up exactly to it (docs/domain.md#returns). The discount is the difference from
 * quantity × price, at least 0.
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
