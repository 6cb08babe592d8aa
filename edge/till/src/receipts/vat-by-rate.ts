import type { Receipt } from '#shared/contracts/till/till.ts'
import { type Amount, amount, amountToNumber, sumAmounts } from '#shared/money/decimal.ts'

export interface VatOfRate {
  rate: number
  vatSum: number
}

/** The VAT of a receipt per rate, highest first; lines without VAT have none. */
export function vatByRate(lines: Pick<Receipt['lines'][number], 'vatRate' | 'vatSum'>[]): VatOfRate[] {
  const sums = new Map<number, Amount>()
  for (const { vatRate, vatSum } of lines) {
    if (vatRate === null) continue
    sums.set(vatRate, sumAmounts([sums.get(vatRate) ?? amount(0), amount(vatSum)]))
  }
  return [...sums]
    .sort(([a], [b]) => b - a)
    .map(([rate, vatSum]) => ({ rate, vatSum: amountToNumber(vatSum) }))
}
