import { BrokenRule } from '#hub/features/catalog/products/broken-rule.ts'
import type { ProductCreate } from '#shared/contracts/catalog/products.ts'
import { remarkText } from '#shared/imports/remarks.ts'
import type { Amount } from '#shared/money/decimal.ts'
import { invalidField } from '#shared/problems/problem.ts'

export interface Price {
  priceTypeId: string
  value: Amount
  isDefault: boolean
}
export interface PriceType {
  id: string
  isDefault: boolean
}

/** Returns the price of the default price type, or 0 when there is none. */
export function retailPriceOf(prices: readonly Price[]): Amount {
  return prices.find((price) => price.isDefault)?.value ?? (0 as Amount)
}

/**
 * Returns the prices as one list, in the order of the price types. The default one can be given in the list,
 * as `retailPrice`, or in both with the same value. A price of 0 means that there is none
 * (docs/domain.md#price-types). Throws `invalid_request` naming a price that has no price type or contradicts
 * another.
 */
export function mergePrices(
  priceTypes: readonly PriceType[],
  { prices = [], retailPrice }: Pick<ProductCreate, 'prices' | 'retailPrice'>,
): Price[] {
  const values = new Map(prices.map((price) => [price.priceTypeId, price.value]))
  for (const [index, { priceTypeId }] of prices.entries()) {
    if (!priceTypes.some((type) => type.id === priceTypeId))
      throw invalidField(['prices', index, 'priceTypeId'], `there is no price type ${priceTypeId}`)
  }
  const byDefault = priceTypes.find((type) => type.isDefault)
  if (byDefault && retailPrice !== undefined) {
    if ((values.get(byDefault.id) ?? retailPrice) !== retailPrice)
      throw invalidField(['retailPrice'], 'prices gives the default price type another price')
    values.set(byDefault.id, retailPrice)
  }
  return priceTypes.flatMap(({ id, isDefault }) => {
    const value = values.get(id)
    return value ? [{ priceTypeId: id, value, isDefault }] : []
  })
}

/** Throws `price_too_small` when the price is below the minimum. A price of 0 is not set yet and is accepted. */
export function refuseBelowMinimum(retailPrice: Amount, minPrice: Amount | null): void {
  if (retailPrice > 0 && minPrice !== null && retailPrice < minPrice)
    throw new BrokenRule(['retailPrice'], remarkText('below_minimum_price'), 'price_too_small')
}
