import { type Amount, type Cost, multiplyDivide, RATE_PLACES, type Rate, roundedQuotient } from './decimal.ts'

/** So many units of a currency (`multiplicity`) are worth `rate` in the currency of the organization. */
export interface ExchangeRate {
  rate: Rate
  multiplicity: number
}

/** That of the currency of the organization. */
export const OWN_RATE: ExchangeRate = { rate: (10 ** RATE_PLACES) as Rate, multiplicity: 1 }

/**
 * An amount or a cost of one currency in another, both rates being those of the organization's. Throws RangeError past the
 * exact range.
 */
export function exchangedInto<Unit extends Amount | Cost>(
  value: Unit,
  from: ExchangeRate,
  into: ExchangeRate,
): Unit {
  // Products of rates and multiplicities may leave the exact range of a double.
  const numerator = BigInt(value) * BigInt(from.rate) * BigInt(into.multiplicity)
  const divisor = BigInt(into.rate) * BigInt(from.multiplicity)
  return roundedQuotient(numerator, divisor) as Unit
}

/**
 * An amount or a cost in the currency of the organization, rounded half away from zero to its own smallest step
 * (docs/domain.md#currencies). Throws RangeError past the exact range.
 */
export function exchanged<Unit extends Amount | Cost>(
  value: Unit,
  { rate, multiplicity }: ExchangeRate,
): Unit {
  return multiplyDivide(value, rate, multiplicity * 10 ** RATE_PLACES) as Unit
}
