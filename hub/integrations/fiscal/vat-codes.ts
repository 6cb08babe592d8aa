import type { Percent } from '#shared/money/decimal.ts'
import { failed } from './adapter.ts'
import { Refused } from './exchange.ts'

interface VatCode {
  /** Name at ATOL Online. */
  name: string
  /** Tag 1199 of the Russian format of fiscal documents; OrangeData takes it as `tax`. */
  tag: number
}

interface VatRate extends VatCode {
  /** VAT rate; null: without VAT. */
  rate: number | null
  /** Code for an advance, 22/122. Absent: the same as for goods. */
  calculated?: VatCode
  /** First day of validity; absent: long ago. */
  validFrom?: string
}

/**
 * Russian VAT rates. 22 %: order ЕД-7-20/1050@ of the federal tax service. 20 % stays for returns of goods
 * sold with it.
 */
const RATES: readonly VatRate[] = [
  { rate: 2200, name: 'vat22', tag: 11, calculated: { name: 'vat122', tag: 12 }, validFrom: '2026-01-01' },
  { rate: 2000, name: 'vat20', tag: 1, calculated: { name: 'vat120', tag: 3 } },
  { rate: 1000, name: 'vat10', tag: 2, calculated: { name: 'vat110', tag: 4 } },
  { rate: 700, name: 'vat7', tag: 8, calculated: { name: 'vat107', tag: 10 }, validFrom: '2025-01-01' },
  { rate: 500, name: 'vat5', tag: 7, calculated: { name: 'vat105', tag: 9 }, validFrom: '2025-01-01' },
  { rate: 0, name: 'vat0', tag: 5 },
  { rate: null, name: 'none', tag: 6 },
]

/**
 * Returns a rate name of any country for the emulator of providers: calculated VAT (tag 12 and the like) is
 * 100 more.
 */
export const anyVatName = ({
  vatRate,
  isAdvance,
}: {
  vatRate: Percent | null
  isAdvance: boolean
}): string =>
  vatRate === null ? 'none' : `vat${Math.round(vatRate / 100) + (isAdvance && vatRate > 0 ? 100 : 0)}`

/**
 * Returns the code of a VAT rate. `day` is that of the sale at its retail point. Throws `Refused` for a rate
 * that the tax authority does not have on that day.
 */
export function vatCodeOf(
  { vatRate, isAdvance }: { vatRate: Percent | null; isAdvance: boolean },
  day: string,
): VatCode {
  const found = RATES.find(({ rate, validFrom = '' }) => rate === vatRate && validFrom <= day)
  if (!found)
    throw new Refused(failed('Limit', `There is no VAT of ${(vatRate ?? 0) / 100} % on ${day}`, 'Person'))
  return (isAdvance && found.calculated) || found
}
