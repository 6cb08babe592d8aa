import { lineSums, type VatTerms } from '#shared/documents/line-sums.ts'
import { type Amount, amountToNumber, cost, percent, quantity, sumAmounts } from '#shared/money/decimal.ts'
import { presentVatBreakdown } from '#shared/pricing/vat-breakdown.ts'
import type { Values } from '../record/record-definition.ts'
import type { DraftLine } from './draft.ts'

/** What the terms of a document are when its header says nothing else. */
export const termsOf = ({ vatEnabled, vatIncluded }: Values): VatTerms => ({
  vatEnabled: vatEnabled === true,
  vatIncluded: vatIncluded !== false,
})

/** What a line comes to, by the arithmetic of the hub; null: it has no price, or one that is too fine or too large. */
export function sumsOf(line: DraftLine, terms: VatTerms): { sum: Amount; vatSum: Amount } | null {
  if (line.price === null || line.price === undefined) return null
  try {
    const priced = {
      quantity: quantity(line.quantity ?? 0),
      price: cost(line.price),
      discountPercent: percent(line.discountPercent ?? 0),
      vatRate: line.vatRate === null || line.vatRate === undefined ? null : percent(line.vatRate),
    }
    return lineSums(priced, terms)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Of all lines, in major units. */
export function totalsOf(lines: readonly DraftLine[], terms: VatTerms) {
  const priced = lines.flatMap((line) => {
    const sums = sumsOf(line, terms)
    const { vatRate = null } = line
    return sums ? [{ ...sums, vatRate: vatRate === null ? null : percent(vatRate) }] : []
  })
  return {
    isPriced: priced.length > 0,
    sum: amountToNumber(sumAmounts(priced.map(({ sum }) => sum))),
    vatSum: amountToNumber(sumAmounts(priced.map(({ vatSum }) => vatSum))),
    vatBreakdown: presentVatBreakdown(terms.vatEnabled ? priced : []),
    quantity: sumQuantities(lines),
  }
}

const sumQuantities = (lines: readonly DraftLine[]): number =>
  Math.round(
    lines.reduce((sum, { quantity, countedQuantity }) => sum + (countedQuantity ?? quantity ?? 0) * 1000, 0),
  ) / 1000
