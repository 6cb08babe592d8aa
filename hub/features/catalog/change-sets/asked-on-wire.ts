import { type Amount, amountToNumber, percentToNumber, quantityToNumber } from '#shared/money/decimal.ts'

/** How the decimals of a body are told, by the name of the member; as they are kept, they are whole steps. */
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

/** What a change set was asked for, as it came in. */
export function askedOnWire(asked: Record<string, unknown>): Record<string, unknown> {
  const told = JSON.stringify(asked, (member, value: unknown) => {
    const toNumber = typeof value === 'number' ? DECIMALS[member] : undefined
    return toNumber ? toNumber(value as number) : value
  })
  return JSON.parse(told)
}
