import type { Tx } from '#hub/db/transact.ts'
import { readMarkingCodes } from '#hub/documents/marking-codes.ts'
import { loadProducts, refuseParts, requireProduct } from '#hub/documents/products.ts'
import { readVatRates } from '#hub/documents/vat-rates.ts'
import type { RetailSaleInput, RetailSaleLineInput } from '#shared/contracts/sales/retail-sales.ts'
import type { Amount, Cost, Percent } from '#shared/money/decimal.ts'
import { lineSum, percentOff } from '#shared/pricing/line.ts'
import { refuseTooSmall } from '#shared/pricing/lowest-sum.ts'
import { type PricedLine, saleTotals } from '#shared/pricing/sale.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import type { MarkedLine, SaleLineRow } from './queries.ts'
import type { LeftToReturn } from './returns/left-to-return.ts'
import { discountBack } from './returns/receipt-terms.ts'

/** Existing lines of the draft and, for a return, the returned receipt. */
export interface KnownLines {
  before: readonly SaleLineRow[]
  /** Receipt that a return refers to, with what remains of it. */
  receipt?: { lines: readonly SaleLineRow[]; left: LeftToReturn } | undefined
}

/**
 * Returns the lines of a draft to be saved, with their sums. A line keeps its id if the draft already has it.
 * In a return, a missing discount or VAT rate is taken from the receipt. Throws `invalid_request`,
 * `quantity_not_whole` or `sum_too_small` naming the line and the field.
 */
export async function readSaleLines(
  tx: Tx,
  saleId: string,
  { lines, vatIncluded }: Pick<RetailSaleInput, 'lines'> & { vatIncluded: boolean },
  known: KnownLines,
): Promise<MarkedLine[]> {
  const products = await loadProducts(
    tx,
    lines.map(({ productId }) => productId),
  )
  const vatRateOf = await readVatRates(tx, products.values())
  const before = new Map(known.before.map((line) => [line.id, line]))
  const markingCodes = readMarkingCodes(lines)
  return lines.map((given, index) => {
    const was = given.id === undefined ? undefined : before.get(given.id)
    const line = {
      ...given,
      ...((isReadBack(given, was) || isOfOtherPart(given, was)) && { discountAmount: null }),
    }
    const product = requireProduct(products, line.productId, index)
    refuseParts(product, line.quantity, index)
    if (!known.receipt) refuseTooSmall(line, `#/lines/${index}/quantity`)
    const original = originalOf(line, index, known)
    const discountAmount =
      original && line.discountAmount === null && line.discountPercent === null
        ? discountBack(original, line.quantity, known.receipt?.left.lines.get(original.lineNo))
        : discountOf(line, index)
    const usualVatRate = original ? original.vatRate : vatRateOf(product)
    const vatRate = line.vatRate === undefined ? usualVatRate : line.vatRate
    return {
      organizationId: tx.organizationId,
      id: was && before.delete(was.id) ? was.id : newId(),
      saleId,
      lineNo: index + 1,
      productId: line.productId,
      productName: original?.productName ?? product.name,
      quantity: line.quantity,
      price: line.price,
      discountAmount,
      discountPercent: line.discountAmount === null ? line.discountPercent : null,
      vatRate,
      ...sumsOf({ ...line, discountAmount, vatRate }, vatIncluded, index),
      unitCost: 0 as Cost,
      originalLineNo: original?.lineNo ?? null,
      trackingType: product.trackingType,
      paymentSubject: product.paymentSubject,
      ntin: product.ntin,
      markingCodes: must(markingCodes[index]),
    }
  })
}

/**
 * True when the client sent back the percentage and the amount returned by GET. The percentage then takes
 * precedence, because the amount would be wrong after an edit of the quantity.
 */
function isReadBack(
  { discountAmount, discountPercent }: RetailSaleLineInput,
  was: SaleLineRow | undefined,
): boolean {
  return discountPercent !== null && was?.discountPercent != null && discountAmount === was.discountAmount
}

/**
 * True when a returned line has the discount that GET returned for another quantity. The receipt's discount
 * for the new quantity is then used.
 */
function isOfOtherPart(
  { originalLineId, quantity, discountAmount }: RetailSaleLineInput,
  was: SaleLineRow | undefined,
): boolean {
  return originalLineId !== null && was?.discountAmount === discountAmount && was.quantity !== quantity
}

function originalOf(
  { originalLineId, productId }: RetailSaleLineInput,
  index: number,
  { receipt }: KnownLines,
): SaleLineRow | undefined {
  const refuse = (member: string, detail: string) => invalidField(['lines', index, member], detail)
  if (!receipt) {
    if (originalLineId) throw refuse('originalLineId', 'only a return has it')
    return undefined
  }
  const original = receipt.lines.find(({ id }) => id === originalLineId)
  if (!original) throw refuse('originalLineId', 'is not a line of the original receipt')
  if (original.productId !== productId)
    throw refuse('productId', `differs from the line of the original receipt: ${original.productName}`)
  return original
}

function discountOf(
  { quantity, price, discountAmount, discountPercent }: RetailSaleLineInput,
  index: number,
): Amount {
  const full = exact(index, () => lineSum(quantity, price))
  const off = discountPercent ?? (0 as Percent)
  const discount = discountAmount ?? exact(index, () => percentOff(quantity, price, off))
  if (discount > full)
    throw invalidField(['lines', index, 'discountAmount'], 'is more than the sum of the line')
  return discount
}

function sumsOf(line: PricedLine, vatIncluded: boolean, index: number): { sum: Amount; vatSum: Amount } {
  const { sum, vatSum } = exact(index, () => saleTotals([line], vatIncluded))
  return { sum, vatSum }
}

function exact<Value>(index: number, work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw invalidField(['lines', index, 'quantity'], 'the sum becomes too large')
  }
}
