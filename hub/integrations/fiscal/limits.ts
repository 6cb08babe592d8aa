import { type Amount, amountToNumber, quantityToNumber, sumAmounts } from '#shared/money/decimal.ts'
import { type Failed, failed } from './adapter.ts'
import type { FiscalReceipt } from './receipt.ts'

export interface Limits {
  lines: number
  /** Maximum price and maximum sum. */
  amount: Amount
  /** Maximum quantity in whole units. */
  quantity: number
}

/** Returns the reason why the provider would refuse the receipt, or null. Checked before sending. */
export function limitViolation(receipt: FiscalReceipt, limits: Limits): Failed | null {
  const { lines, payments, total } = receipt
  const says = (message: string): Failed => failed('Limit', message, 'Person')
  if (lines.length === 0) return says('The receipt has no lines')
  if (lines.length > limits.lines)
    return says(`The receipt has ${lines.length} lines; the provider takes at most ${limits.lines}`)
  if (sumAmounts(lines.map(({ sum }) => sum)) !== total)
    return says('The sums of the lines do not add up to the total')
  if (sumAmounts(payments.map(({ amount }) => amount)) !== total)
    return says('The payments do not add up to the total')
  if (total > limits.amount)
    return says(`The total ${amountToNumber(total)} is over ${amountToNumber(limits.amount)}`)
  for (const [i, { price, sum, quantity }] of lines.entries()) {
    if (sum < 0 || price < 0 || quantity <= 0) return says(`Line ${i + 1} has a negative sum or no quantity`)
    if (price > limits.amount)
      return says(`Line ${i + 1}: the price is over ${amountToNumber(limits.amount)}`)
    if (quantityToNumber(quantity) > limits.quantity)
      return says(`Line ${i + 1}: the quantity is over ${limits.quantity}`)
  }
  return null
}
