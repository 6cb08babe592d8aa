import { findRecord, insertRecord, type Values } from '#hub/db/records.ts'
import { products } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import { loadSettings } from '#hub/documents/settings.ts'
import { refuseOverLimit } from '#hub/limits/refuse-over-limit.ts'
import type { ProductCreate, ProductUpdate } from '#shared/contracts/catalog/products.ts'
import type { Cost, Percent } from '#shared/money/decimal.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { checkNewBarcodes } from './barcodes/barcodes.ts'
import { refuseContradictions } from './contradictions.ts'
import type { ProductDetails } from './details.ts'
import { refuseBundle } from './kind-changes.ts'
import { nextProductCode } from './next-code.ts'
import { nextWeightCode, withInternalBarcode } from './numbering.ts'
import { insertPacks, refuseWrongPacks, requirePackUnits } from './packs/packs.ts'
import { checkFuturePrices } from './prices/future-prices.ts'
import { mergePrices, refuseBelowMinimum, retailPriceOf } from './prices/prices.ts'
import {
  getProduct,
  insertBarcodes,
  insertFuturePrices,
  insertMinStocks,
  insertPrices,
  listPriceTypes,
} from './queries.ts'
import {
  requireCountry,
  requireOpenGroup,
  requireStores,
  requireSupplier,
  requireUnit,
} from './references.ts'

/**
 * Creates a product. A repeat with the same id returns the first product. Throws `too_many_records`, and
 * `invalid_request` or `price_too_small` naming the field.
 */
export async function createProduct(
  tx: Tx,
  input: ProductCreate,
): Promise<{ row: ProductDetails; isNew: boolean }> {
  const { id = newId(), futurePrices = [], minStockByStore = [], packs = [] } = input
  if (input.id && (await findRecord(tx, products, id))) return { row: await getProduct(tx, id), isNew: false }
  checkNewBarcodes(input.barcodes)
  const priceTypes = await listPriceTypes(tx)
  const prices = mergePrices(priceTypes, input)
  refuseBelowMinimum(retailPriceOf(prices), input.minPrice)
  checkFuturePrices(priceTypes, futurePrices)
  refuseBundle(input.kind ?? 'Good')
  const unit = await requireUnit(tx, input.unitOfMeasureId)
  await requireOpenGroup(tx, input.productGroupId)
  await requireCountry(tx, input.countryId)
  await requireSupplier(tx, input.supplierId)
  await requireStores(tx, minStockByStore)
  const { isWeighed, barcodes: givenBarcodes } = input
  refuseWrongPacks(packs, {
    kind: input.kind ?? 'Good',
    isWeighed,
    unitOfMeasureId: unit.id,
    barcodes: givenBarcodes,
  })
  await requirePackUnits(tx, packs)
  const { autoBarcode, defaultVatRate } = await loadSettings(tx)
  const values = await productValues(tx, withUsualVat(input, defaultVatRate))

  const { isNew } = await insertRecord(tx, products, id, {
    ...values,
    code: input.code ?? (await nextProductCode(tx)),
    externalCode: input.externalCode ?? id,
    kind: input.kind ?? 'Good',
    unitOfMeasureId: unit.id,
    cost: input.cost ?? (0 as Cost),
  })
  if (isNew) {
    await refuseOverLimit(tx, 'maxProducts')
    const { barcodes } = input
    const isBarcodeMade = input.generateBarcode || (autoBarcode && barcodes.length === 0)
    await insertBarcodes(tx, id, isBarcodeMade ? await withInternalBarcode(tx, barcodes) : barcodes)
    await insertPacks(tx, id, packs)
    await insertPrices(tx, id, prices)
    await insertFuturePrices(tx, id, futurePrices)
    await insertMinStocks(tx, id, minStockByStore)
  }
  return { row: await getProduct(tx, id), isNew }
}

/** Returns the input. A product with neither a VAT rate nor a group gets the default rate of the organization. */
function withUsualVat(input: ProductCreate, vatRate: Percent | null): ProductCreate {
  const saysNothing =
    input.vatRate === null && input.useGroupVat === undefined && input.productGroupId === null
  return saysNothing && vatRate !== null ? { ...input, vatRate, useGroupVat: false } : input
}

type OwnValues = Omit<Values<typeof products>, 'code' | 'externalCode' | 'kind' | 'unitOfMeasureId' | 'cost'>

/**
 * Returns the product columns from the input, except optional ones. Throws `invalid_request` naming the field
 * that contradicts another.
 */
export async function productValues(tx: Tx, input: ProductCreate | ProductUpdate): Promise<OwnValues> {
  refuseContradictions(input)
  if (input.generateWeightCode && !input.isWeighed)
    throw invalidField(['generateWeightCode'], 'only a weighed product has a weight code')
  return {
    name: input.name,
    article: input.article,
    productGroupId: input.productGroupId,
    minPrice: input.minPrice,
    vatRate: input.vatRate,
    useGroupVat: input.useGroupVat ?? input.vatRate === null,
    minStock: input.minStock,
    isWeighed: input.isWeighed,
    weightCode: input.weightCode ?? (input.generateWeightCode ? await nextWeightCode(tx) : null),
    paymentSubject: input.paymentSubject,
    trackingType: input.trackingType,
    ntin: input.ntin,
    ikpu: input.ikpu,
    countryId: input.countryId,
    supplierId: input.supplierId,
    isDiscountProhibited: input.isDiscountProhibited,
    minimumAge: input.minimumAge,
    weight: input.weight,
    volume: input.volume,
    description: input.description,
    isArchived: input.isArchived,
  }
}
