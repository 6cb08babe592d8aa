import type { Amount } from '#shared/money/decimal.ts'

/** Price that applies from a given time until the next price. */
export interface NextPrice {
  /** Start (UTC, ISO 8601). */
  from: string
  price: Amount
}

/** Returns the price at a given time. `next` is in order of time, and `price` applies before the first of them. */
export function priceAt<Price extends Amount | null>(
  price: Price,
  next: readonly NextPrice[],
  at: Date,
): Price | Amount {
  return next.findLast(({ from }) => Date.parse(from) <= at.getTime())?.price ?? price
}
