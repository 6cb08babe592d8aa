import { type Flag, flag } from '#shared/flags/flag.ts'
import { type Amount, amountToNumber, percentToNumber, sumAmounts } from '#shared/money/decimal.ts'
import { lineSum } from '#shared/pricing/line.ts'
import { isOverLimit } from '#shared/pricing/manual-discounts.ts'
import type { ReadSale } from '#shared/sync/sale.ts'
import type { SaleContext } from './sale-context.ts'
import { statedAmount } from './stated-amount.ts'

/**
 * Flags discounts that violate the current rules of the retail point or the product, or exceed the approval
 * of a supervisor. Returned goods keep the discount of their receipt.
 */
export function* flagDiscounts(sale: ReadSale, context: SaleContext): Generator<Flag> {
  if (sale.isReturn) return
  yield* flagApproval(sale, context)
  const { rules, products } = context
  const most = percentToNumber(rules.maxDiscountPercent)
  for (const { lineNo, productId, quantity, price, discountAmount } of sale.lines) {
    const byHand = (discountAmount - promoted(sale, lineNo)) as Amount
    if (discountAmount === 0) continue
    const taken = amountToNumber(discountAmount)
    if (products.get(productId)?.isDiscountProhibited)
      yield { lineNo, ...flag('discount_prohibited', { taken }) }
    else if (isOverLimit(lineSum(quantity, price), byHand, rules.maxDiscountPercent))
      yield { lineNo, ...flag('discount_over_limit', { taken, most }) }
  }
}

/**
 * Flags discounts that exceed both the cashier's limit and the approval. Without an approval nothing is
 * flagged, because a colleague with a higher limit may have given the discount.
 */
function* flagApproval(sale: ReadSale, { cashierMost }: SaleContext): Generator<Flag> {
  const { discountApproval: approval, lines } = sale
  if (!approval || cashierMost === null) return
  const beyondRole = lines.flatMap(({ lineNo, quantity, price, discountAmount }) => {
    const byHand = (discountAmount - promoted(sale, lineNo)) as Amount
    return isOverLimit(lineSum(quantity, price), byHand, cashierMost) ? [byHand] : []
  })
  const taken = sumAmounts(beyondRole)
  if (taken <= approval.discountSum) return
  const [supervisor, most] = [approval.supervisorName, amountToNumber(approval.discountSum)]
  yield flag('discount_over_approval', { taken: amountToNumber(taken), supervisor, most })
}

/**
 * Returns the maximum discount that promotions can have given on a line. Discounts on the whole receipt count
 * in full, because their share of the line is unknown.
 */
function promoted({ discounts }: ReadSale, lineNo: number): number {
  return discounts
    .filter(({ kind, scope, lineNo: of }) => kind !== 'Manual' && (scope === 'Receipt' || of === lineNo))
    .reduce((sum, { amount }) => sum + statedAmount(amount), 0)
}
