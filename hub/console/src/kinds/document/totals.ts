import { lineSums, type VatTerms } from '#shared/documents/line-sums.ts'
import {
  type Amount,
  amount,
  amountToNumber,
  cost,
  percent,
  quantity,
  sumAmounts,
} from '#shared/money/decimal.ts'
import { percentOff } from '#shared/pricing/line.ts'
import { saleTotals } from '#shared/pricing/sale.ts'
import { presentVatBreakdown } from '#shared/pricing/vat-breakdown.ts'
import type { Values } from '../record/record-definition.ts'
import type { DraftLine, EditedTable } from './document-definition.ts'

/** Returns the VAT terms. Lines whose VAT cannot be disabled, such as those of a retail sale, always have VAT. */
export const termsOf = (
  { members: { header, line } }: Pick<EditedTable, 'members'>,
  { vatEnabled, vatIncluded }: Values,
): VatTerms => ({
  vatEnabled: header.includes('vatEnabled') ? vatEnabled === true : line.includes('vatRate'),
  vatIncluded: vatIncluded !== false,
})

/**
 * Returns the total and VAT of a line, calculated like the hub does. Null when the price is missing, too
 * precise or too large.
 */
export function sumsOf(line: DraftLine, terms: VatTerms): { sum: Amount; vatSum: Amount } | null {
  if (line.price === null || line.price === undefined) return null
  try {
    if ('discountAmount' in line) return saleSums(line, line.price, terms)
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

/** Returns the total and VAT of a retail sale line, whose discount is an amount. */
function saleSums(line: DraftLine, typed: number, { vatIncluded }: VatTerms) {
  const [pieces, price] = [quantity(line.quantity ?? 0), amount(typed)]
  const discountAmount = isNumber(line.discountAmount)
    ? amount(line.discountAmount)
    : percentOff(pieces, price, percent(line.discountPercent ?? 0))
  const vatRate = isNumber(line.vatRate) ? percent(line.vatRate) : null
  const { sum, vatSum } = saleTotals([{ quantity: pieces, price, discountAmount, vatRate }], vatIncluded)
  return { sum, vatSum }
}

const isNumber = (value: number | null | undefined): value is number => typeof value === 'number'

/** Returns the totals of all lines, in major units. */
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
