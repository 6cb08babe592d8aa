import { BrokenRule } from '#hub/features/catalog/products/broken-rule.ts'
import type { ProductCreate } from '#shared/contracts/catalog/products.ts'
import { said } from '#shared/imports/remarks.ts'
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

/** The price of the default price type; 0 when there is none. */
export function retailPriceOf(prices: readonly Price[]): Amount {
  return prices.find((price) => price.isDefault)?.value ?? (0 as Amount)
}

/**
 * The prices as one list, in the order of the price types. The default one may be given in it, apart as `retailPrice`,
 * or both ways alike. A price of 0 is none (docs/domain.md#price-types). Throws invalid_request naming the price that has
 * no price type or contradicts another.
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

/** A price of 0 is one that is not set yet. Throws price_too_small. */
export function refuseBelowMinimum(retailPrice: Amount, minPrice: Amount | null): void {
  if (retailPrice > 0 && minPrice !== null && retailPrice < minPrice)
    throw new BrokenRule(['retailPrice'], said('below_minimum_price'), 'price_too_small')
}
