import {
  type Amount,
  amountToNumber,
  type Percent,
  percentToNumber,
  sumAmounts,
} from '#shared/money/decimal.ts'

export interface VatOfRate {
  rate: Percent
  /** Sum of the lines with this rate, excluding VAT. */
  base: Amount
  vat: Amount
}

/**
 * Returns the VAT by rate, with the highest rate first (docs/domain.md#lines). Line sums include VAT. Lines
 * without VAT (`vatRate` null) are left out.
 */
export function vatBreakdown(
  lines: readonly { vatRate: Percent | null; sum: Amount; vatSum: Amount }[],
): VatOfRate[] {
  const byRate = Map.groupBy(lines, ({ vatRate }) => vatRate)
  return [...byRate]
    .flatMap(([rate, own]) => {
      if (rate === null) return []
      const vat = sumAmounts(own.map(({ vatSum }) => vatSum))
      const sum = sumAmounts(own.map((line) => line.sum))
      return [{ rate, base: (sum - vat) as Amount, vat }]
    })
    .sort((a, b) => b.rate - a.rate)
}

/** Returns the VAT breakdown in major units for the wire. */
export function presentVatBreakdown(lines: Parameters<typeof vatBreakdown>[0]) {
  return vatBreakdown(lines).map(({ rate, base, vat }) => ({
    rate: percentToNumber(rate),
    base: amountToNumber(base),
    vat: amountToNumber(vat),
  }))
}
