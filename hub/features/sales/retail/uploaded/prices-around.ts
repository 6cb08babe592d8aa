import { type NextPrice, priceAt } from '#shared/catalog/price-at.ts'
import type { Amount } from '#shared/money/decimal.ts'
import { TRUSTED_SKEW_MS } from '../../moment.ts'

/** A line keeps the price it was added at: a cart may be open this long before payment. */
const CART_MS = 60 * 60_000

/**
 * Returns the prices that a till may have charged, first that of the moment itself. The till applies a future
 * price by itself, before the hub does: only the approximate time of sale counts.
 */
export function pricesAround(
  { price, nextPrices }: { price: Amount; nextPrices: readonly NextPrice[] },
  at: Date,
): [Amount, ...Amount[]] {
  const earliest = new Date(at.getTime() - CART_MS)
  const latest = new Date(at.getTime() + TRUSTED_SKEW_MS)
  const switches = nextPrices.filter(({ from }) => new Date(from) > earliest && new Date(from) <= latest)
  return [
    priceAt(price, nextPrices, at),
    priceAt(price, nextPrices, earliest),
    ...switches.map((next) => next.price),
  ]
}

/** Price that applied until a moment. */
export interface PastPrice {
  /** End of the price, UTC, ISO 8601. */
  until: string
  price: Amount
}

/**
 * Returns the prices of a product with the moments of their switches, including those that the hub has
 * already applied: a sale may arrive much later. `past` and `next` are in the order of time; `current` null:
 * the product has no price now.
 */
export function pricesOverTime(
  current: Amount | null,
  past: readonly PastPrice[],
  next: readonly NextPrice[],
): { price: Amount | null; nextPrices: readonly NextPrice[] } {
  const [first] = past
  if (!first || current === null) return { price: current, nextPrices: next }
  const switches = past.map(({ until }, i) => ({ from: until, price: past[i + 1]?.price ?? current }))
  return { price: first.price, nextPrices: [...switches, ...next] }
}
