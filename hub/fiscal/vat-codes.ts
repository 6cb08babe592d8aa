import type { Percent } from '#shared/money/decimal.ts'
import { failed } from './adapter.ts'
import { Refused } from './exchange.ts'

interface VatCode {
  /** null: without VAT. */
  rate: number | null
  /** What ATOL Online calls it. */
  name: string
  /** Tag 1199 of the Russian format of fiscal documents; OrangeData takes it as `tax`. */
  tag: number
  /** First day; absent: long ago. */
  validFrom?: string
}

/** Russian VAT. 22 %: order ЕД-7-20/1050@ of the federal tax service. 20 % stays for returns of what was sold with it. */
const CODES: readonly VatCode[] = [
  { rate: 2200, name: 'vat22', tag: 11, validFrom: '2026-01-01' },
  { rate: 2000, name: 'vat20', tag: 1 },
  { rate: 1000, name: 'vat10', tag: 2 },
  { rate: 700, name: 'vat7', tag: 8, validFrom: '2025-01-01' },
  { rate: 500, name: 'vat5', tag: 7, validFrom: '2025-01-01' },
  { rate: 0, name: 'vat0', tag: 5 },
  { rate: null, name: 'none', tag: 6 },
]

/** Throws Refused for a rate that the tax authority has not, or not yet. */
export function vatCodeOf(rate: Percent | null, day: string): VatCode {
  const code = CODES.find((each) => each.rate === rate && (each.validFrom ?? '') <= day)
  if (!code)
    throw new Refused(failed('Limit', `There is no VAT of ${(rate ?? 0) / 100} % on ${day}`, 'Person'))
  return code
}
