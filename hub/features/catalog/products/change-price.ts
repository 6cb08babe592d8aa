import { updateRecord } from '#hub/db/records.ts'
import { products } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { ProductPriceChange } from '#shared/contracts/products.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import type { ProductDetails } from './details.ts'
import { refuseBelowMinimum } from './prices.ts'
import { getProduct, listPriceTypes, setPrice } from './queries.ts'

/** Throws price_too_small when the price is below 0.01 or the product's minimum, and concurrency_conflict. */
export async function changePrice(
  tx: Tx,
  id: string,
  { retailPrice, version }: ProductPriceChange,
): Promise<ProductDetails> {
  if (retailPrice < 1) throw invalidField(['retailPrice'], 'must be at least 0.01', 'price_too_small')
  const product = await updateRecord(tx, products, 'product', id, version, {})
  refuseBelowMinimum(retailPrice, product.minPrice)
  const byDefault = must(
    (await listPriceTypes(tx)).find((type) => type.isDefault),
    'default price type',
  )
  await setPrice(tx, id, byDefault.id, retailPrice)
  return getProduct(tx, id)
}
