import type { Percent } from '#shared/money/decimal.ts'
import { failed } from './adapter.ts'
import { Refused } from './exchange.ts'

interface VatCode {
  /** Name at ATOL Online. */
  name: string
  /** Tag 1199 of the Russian fiscal document format. OrangeData uses it as `tax`. */
  tag: number
}

interface VatRate extends VatCode {
  /** VAT rate in hundredths of a percent, or null without VAT. */
  rate: number | null
  /** Code for VAT included in an advance, such as 22/122. By default the same as for goods. */
  calculated?: VatCode
  /** First day of validity. Omitted for rates that have always been valid. */
  validFrom?: string
}

/**
 * Russian VAT rates. The rate of 22 % follows order ЕД-7-20/1050@ of the Federal Tax Service. The rate of 20
 * % is kept for returns of goods sold with it.
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
 * Returns a rate name for the emulator, which accepts rates of any country. For an advance, 100 is added to
 * the rate.
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
 * Returns the code of a VAT rate on the local day of the sale. Throws `Refused` for a rate that is not valid
 * on that day.
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
