import { findRecord, insertRecord } from '#hub/db/records.ts'
import { products } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { ProductCreate } from '#shared/contracts/products.ts'
import type { Cost } from '#shared/money/decimal.ts'
import { invalidField } from '#shared/problems/problem.ts'
import type { ProductDetails } from './details.ts'
import { nextProductCode } from './next-code.ts'
import { mergePrices, refuseBelowMinimum, retailPriceOf } from './prices.ts'
import { getProduct, insertBarcodes, insertPrices, listPriceTypes } from './queries.ts'
import { requireOpenGroup, requireUnit } from './references.ts'

/** A repeat with the same id gets the first product back. Throws invalid_request or price_too_small naming the field. */
export async function createProduct(
  tx: Tx,
  input: ProductCreate,
): Promise<{ row: ProductDetails; isNew: boolean }> {
  const { id, barcodes, prices: _, retailPrice: __, ...values } = input
  if (id && (await findRecord(tx, products, id))) return { row: await getProduct(tx, id), isNew: false }
  refuseStrayWeightCode(input)
  const prices = mergePrices(await listPriceTypes(tx), input)
  refuseBelowMinimum(retailPriceOf(prices), input.minPrice)
  const unit = await requireUnit(tx, input.unitOfMeasureId)
  const groupPath = await requireOpenGroup(tx, input.productGroupId)

  const { row, isNew } = await insertRecord(tx, products, id, {
    ...values,
    code: input.code ?? (await nextProductCode(tx)),
    unitOfMeasureId: unit.id,
    cost: input.cost ?? (0 as Cost),
  })
  if (!isNew) return { row: await getProduct(tx, row.id), isNew }
  await insertBarcodes(tx, row.id, barcodes)
  await insertPrices(tx, row.id, prices)
  return { row: { ...row, unitName: unit.name, groupPath, barcodes, prices }, isNew }
}

/** A weight code is the product's number inside the label that a scale prints. */
export function refuseStrayWeightCode(input: Pick<ProductCreate, 'isWeighed' | 'weightCode'>): void {
  if (input.weightCode !== null && !input.isWeighed)
    throw invalidField(['weightCode'], 'only a weighed product has one')
}
