import { type Flag, flag } from '#shared/flags/flag.ts'
import { amountToNumber, type Percent, percentToNumber } from '#shared/money/decimal.ts'
import type { ReadSale } from '#shared/sync/sale.ts'
import { TRUSTED_SKEW_MS } from '../../moment.ts'
import { differingTerms, discountBack } from '../returns/receipt-terms.ts'
import type { Original } from './originals.ts'
import type { SaleContext } from './sale-context.ts'

/**
 * Flags the terms in which an uploaded return differs from its receipt (docs/domain.md#returns). Sums in a
 * currency other than that of the books are not compared, because the rates of the two days differ.
 */
export function* flagReceiptTerms(sale: ReadSale, original: Original, context: SaleContext): Generator<Flag> {
  const { moment, currency } = context
  const areMomentsKnown = !moment.isAbsurd && !original.isMomentAbsurd
  if (areMomentsKnown && moment.date.getTime() < original.date.getTime() - TRUSTED_SKEW_MS)
    yield flag('return_before_sale', { soldAt: original.date.toISOString() })
  if (sale.currencyCode.trim().toUpperCase() !== currency) return
  if (sale.vatIncluded !== original.vatIncluded) yield flag('return_differs.vatIncluded')
  for (const line of sale.lines) {
    const sold = original.lines.get(line.originalLineNo ?? 0)
    if (!sold) continue
    const due = discountBack(sold, line.quantity)
    const flags = {
      Price: () =>
        flag('return_differs.price', {
          price: amountToNumber(line.price),
          sold: amountToNumber(sold.price),
        }),
      Discount: () =>
        flag('return_differs.discount', {
          taken: amountToNumber(line.discountAmount),
          due: amountToNumber(due),
        }),
      VatRate: () =>
        flag('return_differs.vatRate', { rate: rateText(line.vatRate), sold: rateText(sold.vatRate) }),
    }
    for (const term of differingTerms(line, sold, due)) yield { lineNo: line.lineNo, ...flags[term]() }
  }
}

const rateText = (rate: Percent | null): string => (rate === null ? '—' : `${percentToNumber(rate)} %`)
