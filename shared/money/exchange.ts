import { type Amount, type Cost, multiplyDivide, RATE_PLACES, type Rate, roundedQuotient } from './decimal.ts'

/** Exchange rate: `multiplicity` units of a currency are worth `rate` units of the currency of the organization. */
export interface ExchangeRate {
  rate: Rate
  multiplicity: number
}

/** Exchange rate of the currency of the organization itself. */
export const OWN_RATE: ExchangeRate = { rate: (10 ** RATE_PLACES) as Rate, multiplicity: 1 }

/**
 * Converts an amount or a cost from one currency to another, with a single rounding. Both rates are given in
 * the currency of the organization. Throws `RangeError` beyond the exact range.
 */
export function exchangedInto<Unit extends Amount | Cost>(
  value: Unit,
  from: ExchangeRate,
  into: ExchangeRate,
): Unit {
  // The product of rates and multiplicities can exceed the exact range of a double.
  const numerator = BigInt(value) * BigInt(from.rate) * BigInt(into.multiplicity)
  const divisor = BigInt(into.rate) * BigInt(from.multiplicity)
  return roundedQuotient(numerator, divisor) as Unit
}

/**
 * Converts an amount or a cost to the currency of the organization, rounded half away from zero to its
 * smallest step (docs/domain.md#currencies). Throws `RangeError` beyond the exact range.
 */
export function exchanged<Unit extends Amount | Cost>(
  value: Unit,
  { rate, multiplicity }: ExchangeRate,
): Unit {
  return multiplyDivide(value, rate, multiplicity * 10 ** RATE_PLACES) as Unit
}
