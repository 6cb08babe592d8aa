import { type Amount, amountToNumber, percentToNumber, quantityToNumber } from '#shared/money/decimal.ts'

/** Conversions of stored minor units to major units, by field name in the request body. */
const DECIMALS: Record<string, (steps: number) => number> = {
  ...Object.fromEntries(
    ['value', 'amount', 'roundTo', 'ending', 'priceFrom', 'priceTo'].map((member) => [
      member,
      (steps: number) => amountToNumber(steps as Amount),
    ]),
  ),
  percent: percentToNumber as (steps: number) => number,
  vatRate: percentToNumber as (steps: number) => number,
  minStock: quantityToNumber as (steps: number) => number,
}

/** Returns the requested change of a change set as it was received. */
export function presentRequested(stored: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(stored, (member, value: unknown) => {
    const toNumber = typeof value === 'number' ? DECIMALS[member] : undefined
    return toNumber ? toNumber(value as number) : value
  })
  return JSON.parse(text)
}
