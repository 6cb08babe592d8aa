import type { TillProduct } from '#shared/contracts/till.ts'
import { amountToNumber, percentToNumber } from '#shared/money/decimal.ts'
import type { Product } from '../../replica/products.ts'

export function presentProduct({
  minPrice: _,
  isDiscountProhibited: __,
  price,
  vatRate,
  ...product
}: Product): TillProduct {
  return {
    ...product,
    price: amountToNumber(price),
    vatRate: vatRate === null ? null : percentToNumber(vatRate),
  }
}
