import { updateRecord } from '#hub/db/records.ts'
import { products } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { ProductUpdate } from '#shared/contracts/products.ts'
import { refuseStrayWeightCode } from './create-product.ts'
import type { ProductDetails } from './details.ts'
import { mergePrices, refuseBelowMinimum, retailPriceOf } from './prices.ts'
import {
  deleteBarcodes,
  deletePrices,
  getProduct,
  insertBarcodes,
  insertPrices,
  listPriceTypes,
} from './queries.ts'
import { requireOpenGroup, requireUnit } from './references.ts'

/**
 * Replaces the product, its barcodes and its prices. What may be left out stays as it is: code, unit, cost, prices. Throws
 * concurrency_conflict, and invalid_request or price_too_small naming the field.
 */
export async function updateProduct(tx: Tx, id: string, input: ProductUpdate): Promise<ProductDetails> {
  const current = await getProduct(tx, id)
  refuseStrayWeightCode(input)
  const prices = mergePrices(await listPriceTypes(tx), {
    retailPrice: input.retailPrice,
    prices: input.prices ?? keptPrices(current, input),
  })
  refuseBelowMinimum(retailPriceOf(prices), input.minPrice)
  const { unitOfMeasureId = current.unitOfMeasureId, productGroupId } = input
  if (unitOfMeasureId !== current.unitOfMeasureId) await requireUnit(tx, unitOfMeasureId)
  if (productGroupId !== current.productGroupId) await requireOpenGroup(tx, productGroupId)

  const { version, barcodes, prices: _, retailPrice: __, ...values } = input
  await updateRecord(tx, products, 'product', id, version, {
    ...values,
    code: input.code ?? current.code,
    unitOfMeasureId,
    cost: input.cost ?? current.cost,
  })
  await deleteBarcodes(tx, id)
  await insertBarcodes(tx, id, barcodes)
  await deletePrices(tx, id)
  await insertPrices(tx, id, prices)
  return getProduct(tx, id)
}

/** Without a list of prices those of the other price types stay, and the default one unless it is given. */
function keptPrices(current: ProductDetails, input: ProductUpdate) {
  return current.prices.filter((price) => !price.isDefault || input.retailPrice === undefined)
}
