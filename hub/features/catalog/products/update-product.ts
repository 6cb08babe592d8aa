import { staleVersion, updateRecord } from '#hub/db/records.ts'
import { products } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { ProductUpdate } from '#shared/contracts/catalog/products.ts'
import { checkNewBarcodes } from './barcodes/barcodes.ts'
import { productValues } from './create-product.ts'
import type { ProductDetails } from './details.ts'
import { refuseBundle, refuseUsedKind } from './kind-changes.ts'
import { withInternalBarcode } from './numbering.ts'
import { isSamePacks, refuseWrongPacks, replacePacks, requirePackUnits } from './packs/packs.ts'
import { checkFuturePrices } from './prices/future-prices.ts'
import { mergePrices, refuseBelowMinimum, retailPriceOf } from './prices/prices.ts'
import {
  getProduct,
  listPriceTypes,
  replaceBarcodes,
  replaceFuturePrices,
  replaceMinStocks,
  replacePrices,
} from './queries.ts'
import {
  requireCountry,
  requireOpenGroup,
  requireStores,
  requireSupplier,
  requireUnit,
} from './references.ts'
import { refuseParts } from './unit-changes.ts'

/**
 * Replaces the product, its barcodes and its prices. Optional values are kept when they are omitted: kind,
 * codes, unit, cost, prices, future prices, packs, minimum stock by store. Throws `not_found`,
 * `concurrency_conflict`, and `invalid_request`, `price_too_small` or `in_use` naming the field.
 */
export async function updateProduct(tx: Tx, id: string, input: ProductUpdate): Promise<ProductDetails> {
  const current = await getProduct(tx, id)
  if (current.version !== input.version) throw staleVersion(input.version, current.version)
  checkNewBarcodes(input.barcodes, current.barcodes)
  const priceTypes = await listPriceTypes(tx)
  const edited = editedRetailPrice(input, current)
  const prices = mergePrices(priceTypes, {
    retailPrice: edited.retailPrice,
    prices: edited.prices ?? keptPrices(current, input),
  })
  refuseBelowMinimum(retailPriceOf(prices), input.minPrice)
  if (input.futurePrices) checkFuturePrices(priceTypes, input.futurePrices, current.futurePrices)
  const { kind = current.kind, unitOfMeasureId = current.unitOfMeasureId } = input
  const { productGroupId, countryId, supplierId } = input
  if (unitOfMeasureId !== current.unitOfMeasureId) await requireUnit(tx, unitOfMeasureId)
  if (productGroupId !== current.productGroupId) await requireOpenGroup(tx, productGroupId)
  if (countryId !== current.countryId) await requireCountry(tx, countryId)
  if (supplierId !== current.supplierId) await requireSupplier(tx, supplierId)
  if (input.minStockByStore) await requireStores(tx, input.minStockByStore)
  const { isWeighed, barcodes, packs = current.packs } = input
  refuseWrongPacks(packs, { kind, isWeighed, unitOfMeasureId, barcodes })
  if (input.packs) await requirePackUnits(tx, input.packs)
  refuseBundle(kind, current.kind)
  if (kind !== current.kind) await refuseUsedKind(tx, id)
  if (unitOfMeasureId !== current.unitOfMeasureId) await refuseParts(tx, id, unitOfMeasureId)

  await updateRecord(tx, products, 'product', id, input.version, {
    ...(await productValues(tx, input)),
    code: input.code ?? current.code,
    externalCode: input.externalCode ?? current.externalCode ?? id,
    kind,
    unitOfMeasureId,
    cost: input.cost ?? current.cost,
  })
  const { generateBarcode } = input
  await replaceBarcodes(tx, id, generateBarcode ? await withInternalBarcode(tx, barcodes) : barcodes)
  if (input.packs && !isSamePacks(packs, current.packs)) await replacePacks(tx, id, packs)
  await replacePrices(tx, id, prices)
  if (input.futurePrices) await replaceFuturePrices(tx, id, input.futurePrices)
  if (input.minStockByStore) await replaceMinStocks(tx, id, input.minStockByStore)
  return getProduct(tx, id)
}

/**
 * Returns the prices to keep when the input has no list of prices: those of the other price types, and the
 * default one unless it is given.
 */
function keptPrices(current: ProductDetails, input: ProductUpdate) {
  return current.prices.filter((price) => !price.isDefault || input.retailPrice === undefined)
}

/**
 * Returns the edited retail price. GET returns the default price twice, as `retailPrice` and in the list. If
 * only one of them was edited, the edited one counts.
 */
function editedRetailPrice(
  { retailPrice, prices }: ProductUpdate,
  current: ProductDetails,
): Pick<ProductUpdate, 'retailPrice' | 'prices'> {
  const before = current.prices.find((price) => price.isDefault)
  if (retailPrice === undefined || !prices) return { retailPrice, prices }
  // For a product without a default price, GET returns a retail price of 0.
  if (!before) return retailPrice === 0 ? { prices } : { retailPrice, prices }
  const others = prices.filter(({ priceTypeId }) => priceTypeId !== before.priceTypeId)
  const listed = prices.find(({ priceTypeId }) => priceTypeId === before.priceTypeId)
  if (listed?.value === before.value) return { retailPrice, prices: others }
  return listed && retailPrice === before.value ? { prices } : { retailPrice, prices }
}
