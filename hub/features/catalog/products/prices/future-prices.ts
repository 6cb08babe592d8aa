import { MAX_FUTURE_PRICES } from '#shared/contracts/catalog/products.ts'
import { invalidField } from '#shared/problems/problem.ts'
import type { FuturePrice } from '../details.ts'
import type { PriceType } from './prices.ts'

/**
 * Checks future prices. Throws `invalid_request` naming a price whose price type does not exist, or one
 * without a start in the future that the product did not have before.
 */
export function checkFuturePrices(
  priceTypes: readonly PriceType[],
  prices: readonly FuturePrice[],
  had: readonly FuturePrice[] = [],
): void {
  const old = new Set(had.map(keyOf))
  for (const [index, price] of prices.entries()) {
    if (!priceTypes.some((type) => type.id === price.priceTypeId))
      throw invalidField(
        ['futurePrices', index, 'priceTypeId'],
        `there is no price type ${price.priceTypeId}`,
      )
    if (!old.has(keyOf(price)) && price.startsAt.getTime() <= Date.now())
      throw invalidField(['futurePrices', index, 'startsAt'], 'must be in the future')
  }
}

/**
 * Returns the prices with this one appended. It replaces one with the same price type and time. Throws
 * `invalid_request` when there would be too many.
 */
export function addFuturePrice(prices: readonly FuturePrice[], added: FuturePrice): FuturePrice[] {
  const others = prices.filter((price) => keyOf(price) !== keyOf(added))
  if (others.length >= MAX_FUTURE_PRICES)
    throw invalidField(['startsAt'], `a product has at most ${MAX_FUTURE_PRICES} prices to come`)
  return [...others, added]
}

const keyOf = ({ priceTypeId, startsAt }: FuturePrice): string => `${priceTypeId} ${startsAt.getTime()}`
