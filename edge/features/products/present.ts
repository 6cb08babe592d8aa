import type { TillProduct } from '#shared/contracts/till/till.ts'
import { amountToNumber, percentToNumber, quantityToNumber } from '#shared/money/decimal.ts'
import type { JournalReader } from '../../journal/journal.ts'
import type { Product } from '../../replica/products.ts'
import type { ReplicaReader } from '../../replica/replica.ts'
import { stockLeft } from './stock-left.ts'

/** Products as a till shows them, with what is left of each. */
export function presentProducts(
  reader: ReplicaReader,
  journal: Pick<JournalReader, 'unsentStock'>,
  products: readonly Product[],
): TillProduct[] {
  const left = stockLeft(reader, journal)
  return products.map((product) => {
    const { minPrice: _, isDiscountProhibited: __, isKept: ___, isWeighed: ____, ...rest } = product
    const {
      trackingType: _____,
      paymentSubject: ______,
      ntin: _______,
      packs: ________,
      minimumAge: _________,
      thumbUrl: __________,
      price,
      vatRate,
      ...shown
    } = rest
    const inStock = left(product)
    return {
      ...shown,
      price: amountToNumber(price),
      vatRate: vatRate === null ? null : percentToNumber(vatRate),
      inStock: inStock === null ? null : quantityToNumber(inStock),
    }
  })
}
