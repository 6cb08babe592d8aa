import { type NextPrice, priceAt } from '#shared/catalog/price-at.ts'
import type { Amount } from '#shared/money/decimal.ts'
import { TRUSTED_SKEW_MS } from '../../moment.ts'

/** Maximum time between adding a line and payment. A line keeps the price at which it was added. */
const CART_MS = 60 * 60_000

/**
 * Returns the prices that a till may have charged, starting with the price at that time. A till applies a
 * future price itself, possibly before the hub does, so only the approximate time of sale matters.
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

/** Price valid until a given time. */
export interface PastPrice {
  /** End of validity (UTC, ISO 8601). */
  until: string
  price: Amount
}

/**
 * Returns the prices of a product with the times at which they change. Includes changes that the hub has
 * already applied, because a sale can arrive much later. `past` and `next` are in order of time. `current` is
 * null when the product has no price now.
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
