import { type Flag, flag } from '#shared/flags/flag.ts'
import { type Amount, amountToNumber, percentToNumber } from '#shared/money/decimal.ts'
import { lineSum } from '#shared/pricing/line.ts'
import { isOverLimit } from '#shared/pricing/manual-discounts.ts'
import type { ReadSale } from '#shared/sync/sale.ts'
import { toldAmount } from './promotions.ts'
import type { SaleContext } from './sale-context.ts'

/**
 * Discounts that the retail point or the product does not allow, as head office has it now. What comes back has what the
 * receipt had.
 */
export function* flagDiscounts(sale: ReadSale, { rules, products }: SaleContext): Generator<Flag> {
  if (sale.isReturn) return
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

/** What promotions may have taken off a line: those of the receipt could all have gone to it. */
function promoted({ discounts }: ReadSale, lineNo: number): number {
  return discounts
    .filter(({ kind, scope, lineNo: of }) => kind !== 'Manual' && (scope === 'Receipt' || of === lineNo))
    .reduce((sum, { amount }) => sum + toldAmount(amount), 0)
}
