/**
 * Exact decimals. In memory, every amount, cost, quantity and percentage is a whole number of its smallest
 * steps, with a type for each. On the wire, it is a JSON number in major units. Only this file converts
 * between the two, and only this file rounds half away from zero (docs/domain.md#numbers).
 */

/** Money in hundredths of the major unit of the currency (kopecks, tiyn, pence). */
export type Amount = number & { readonly __unit: 'amount' }
/** Cost of one unit of a product, in ten-thousandths of the major unit. */
export type Cost = number & { readonly __unit: 'cost' }
/** Quantity in thousandths of a unit. */
export type Quantity = number & { readonly __unit: 'quantity' }
/** Percentage in hundredths of a percent: 20 % is 2000. */
export type Percent = number & { readonly __unit: 'percent' }
/** Exchange rate in millionths. */
export type Rate = number & { readonly __unit: 'rate' }

export const AMOUNT_PLACES = 2
export const COST_PLACES = 4
export const QUANTITY_PLACES = 3
export const PERCENT_PLACES = 2
/** Decimal places of rates. With six, the largest rate (`RateIn`) is still exact. */
export const RATE_PLACES = 6

/**
 * Converts a number to whole steps of `places` decimal places. Returns undefined when the number has more
 * places or exceeds the exact range. Dividing the steps must restore exactly the same double: this defines
 * "at most n places" for a JSON number.
 */
export function toSteps(value: number, places: number): number | undefined {
  const scale = 10 ** places
  const steps = Math.round(value * scale)
  return Number.isSafeInteger(steps) && steps / scale === value ? steps || 0 : undefined
}

function exact(value: number, places: number): number {
  const steps = toSteps(value, places)
  if (steps === undefined) throw new RangeError(`${value} has more than ${places} decimal places`)
  return steps
}

/** Converts major units to an amount. Throws `RangeError` for more than two decimal places. */
export const amount = (major: number): Amount => exact(major, AMOUNT_PLACES) as Amount
/** Converts major units to a cost. Throws `RangeError` for more than four decimal places. */
export const cost = (major: number): Cost => exact(major, COST_PLACES) as Cost
/** Converts units to a quantity. Throws `RangeError` for more than three decimal places. */
export const quantity = (units: number): Quantity => exact(units, QUANTITY_PLACES) as Quantity
/** Converts a percentage (20 for 20 %). Throws `RangeError` for more than two decimal places. */
export const percent = (value: number): Percent => exact(value, PERCENT_PLACES) as Percent
/** Converts an exchange rate. Throws `RangeError` for more than six decimal places. */
export const rate = (value: number): Rate => exact(value, RATE_PLACES) as Rate

/** Converts an amount to major units for the wire. */
export const amountToNumber = (value: Amount): number => value / 10 ** AMOUNT_PLACES
export const costToNumber = (value: Cost): number => value / 10 ** COST_PLACES
export const quantityToNumber = (value: Quantity): number => value / 10 ** QUANTITY_PLACES
export const percentToNumber = (value: Percent): number => value / 10 ** PERCENT_PLACES
export const rateToNumber = (value: Rate): number => value / 10 ** RATE_PLACES

/**
 * Returns a × b ÷ divisor in whole numbers, rounded half away from zero. Throws `RangeError` beyond the exact
 * range.
 */
export function multiplyDivide(a: number, b: number, divisor: number): number {
  return roundedQuotient(BigInt(a) * BigInt(b), BigInt(divisor))
}

/** Returns numerator ÷ divisor, rounded and checked like `multiplyDivide`. The divisor must be above 0. */
export function roundedQuotient(numerator: bigint, by: bigint): number {
  // Stryker disable next-line EqualityOperator: zero has no sign
  const isNegative = numerator < 0n
  const magnitude = isNegative ? -numerator : numerator
  const rounded = Number((2n * magnitude + by) / (2n * by))
  if (!Number.isSafeInteger(rounded)) throw new RangeError('the result is too large to be exact')
  return isNegative ? -rounded || 0 : rounded
}

export function sumAmounts(values: Iterable<Amount>): Amount {
  let total = 0
  for (const value of values) total += value
  return total as Amount
}
