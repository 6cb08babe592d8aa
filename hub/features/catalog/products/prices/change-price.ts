import { updateRecord } from '#hub/db/records.ts'
import { products } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { ProductPriceChange } from '#shared/contracts/catalog/products.ts'
import type { Amount } from '#shared/money/decimal.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import type { ProductDetails } from '../details.ts'
import { getProduct, listPriceTypes, replaceFuturePrices, setPrice } from '../queries.ts'
import { addFuturePrice } from './future-prices.ts'
import { refuseBelowMinimum } from './prices.ts'

/**
 * Sets a price, effective immediately or from a given time. Throws `price_too_small` when it is below 0.01 or
 * the product's minimum, `invalid_request` naming the price type or time, `not_found`, and
 * `concurrency_conflict`.
 */
export async function changePrice(
  tx: Tx,
  id: string,
  { retailPrice, priceTypeId, startsAt, version }: ProductPriceChange,
): Promise<ProductDetails> {
  if (startsAt && startsAt.getTime() <= Date.now()) throw invalidField(['startsAt'], 'must be in the future')
  await setSellablePrice(tx, id, version, retailPrice, await requirePriceType(tx, priceTypeId), startsAt)
  return getProduct(tx, id)
}

/**
 * Sets a price, or a future price when `startsAt` is given. Throws `price_too_small` when the price is below
 * 0.01 or the product's minimum, `invalid_request` when the product has too many future prices, `not_found`,
 * and `concurrency_conflict`.
 */
export async function setSellablePrice(
  tx: Tx,
  id: string,
  version: number | undefined,
  value: Amount,
  priceTypeId: string,
  startsAt?: Date,
): Promise<void> {
  if (value < 1) throw invalidField(['retailPrice'], 'must be at least 0.01', 'price_too_small')
  const product = await updateRecord(tx, products, 'product', id, version, {})
  refuseBelowMinimum(value, product.minPrice)
  if (!startsAt) return setPrice(tx, id, priceTypeId, value)
  const { futurePrices } = await getProduct(tx, id)
  await replaceFuturePrices(tx, id, addFuturePrice(futurePrices, { priceTypeId, value, startsAt }))
}

/** Returns the id of the price type, or of the default one when `id` is undefined. Throws `invalid_request`. */
export async function requirePriceType(tx: Tx, id: string | undefined): Promise<string> {
  const types = await listPriceTypes(tx)
  if (id === undefined)
    return must(
      types.find((type) => type.isDefault),
      'default price type',
    ).id
  if (!types.some((type) => type.id === id))
    throw invalidField(['priceTypeId'], `there is no price type ${id}`)
  return id
}
