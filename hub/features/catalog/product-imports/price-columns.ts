import type { ReadProducts } from './read-products.ts'
import type { PriceType, References } from './references.ts'

/** Returns the price types of the price columns. Adds missing ones. */
export function planPriceColumns(read: ReadProducts, references: References): Map<number, PriceType> {
  const types = new Map<number, PriceType>()
  for (const [index, column] of read.columns.entries()) {
    if (column.kind === 'price')
      types.set(index, references.priceType(column.priceType, column.orSecond ?? false))
  }
  return types
}
