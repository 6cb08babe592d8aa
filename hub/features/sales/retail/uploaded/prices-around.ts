import { type NextPrice, priceAt } from '#shared/catalog/price-at.ts'
import type { Amount } from '#shared/money/decimal.ts'
import { TRUSTED_SKEW_MS } from '../../moment.ts'

/** A line keeps the price it was added at: a cart may be open this long before payment. */
const CART_MS = 60 * 60_000

/**
 * The prices that a till may have charged, that of the moment itself first. A future price takes effect at the till by
 * itself, before the hub applies it: only the approximate time of sale counts.
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

/** A price that held until a moment. */
export interface PastPrice {
  /** UTC, ISO 8601. */
  until: string
  price: Amount
}

/**
 * The prices of a product with the moments of their switches, those that the hub has moved already among them: a sale
 * may arrive long after. `past` and `next` are in the order of time; `current` null: it has no price now.
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
