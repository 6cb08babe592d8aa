import { parseMarkingCode } from '#shared/barcodes/marking-code.ts'
import { isPriceOfLabel } from '#shared/barcodes/weight-barcode.ts'
import type { SaleFlag } from '#shared/contracts/sales/retail-sales.ts'
import {
  type Amount,
  amountToNumber,
  type Percent,
  percentToNumber,
  type Quantity,
  quantityToNumber,
} from '#shared/money/decimal.ts'
import { roundingOf } from '#shared/pricing/cash-rounding.ts'
import { excessOf, waysOf } from '#shared/pricing/refunds.ts'
import { isTooLate } from '#shared/pricing/return-period.ts'
import { type SaleTotals, saleTotals, settle } from '#shared/pricing/sale.ts'
import { needsReference, SET_OFF } from '#shared/pricing/tenders.ts'
import type { ReadSale } from '#shared/sync/sale.ts'
import { isProved, TRUSTED_SKEW_MS } from '../../moment.ts'
import { usedCodes } from '../marking-codes.ts'
import { flagExchange } from './exchanges.ts'
import { flagDiscounts } from './flag-discounts.ts'
import { pricesAround } from './prices-around.ts'
import { flagCardDiscount, flagGifts, flagPromotions } from './promotions.ts'
import type { ProductInSale, SaleContext } from './sale-context.ts'
import { type UploadedSale, voucherSumOf } from './uploaded-sale.ts'

/**
 * What a person at head office should know about an uploaded sale (docs/sync.md#upload): never a reason to refuse it.
 * `stock` is what each of its products has come to.
 */
export function flagSale(
  { body: sale, receivedAt }: UploadedSale,
  context: SaleContext,
  stock: ReadonlyMap<string, Quantity>,
): SaleFlag[] {
  const totals = totalsOf(sale)
  const flags = [
    ...flagReceipt(sale, context, receivedAt),
    ...flagSums(sale, totals, context),
    ...flagTenders(sale, context),
    ...flagExchange(sale, context.otherHalf),
    ...(totals ? flagDiscounts(sale, context) : []),
    ...(totals ? flagPromotions(sale, context) : []),
    ...(totals ? flagCardDiscount(sale, context) : []),
    ...flagGifts(sale, context),
    ...flagLines(sale, context),
    ...flagReturn(sale, context),
    ...flagPieces(sale, context),
    ...flagStock(stock, sale),
  ]
  return flags.map((flag) => withProduct(flag, sale))
}

/** A flag of a line names its product. */
function withProduct(flag: SaleFlag, { lines }: ReadSale): SaleFlag {
  const line = lines.find(({ lineNo }) => lineNo === flag.lineNo)
  return line ? { ...flag, product: { id: line.productId, name: line.name } } : flag
}

function* flagReceipt(sale: ReadSale, context: SaleContext, receivedAt: Date): Generator<SaleFlag> {
  if (!context.isPointKnown) {
    yield { code: 'retail_point_unknown', detail: 'Booked at the retail point and store of the device' }
  } else if (!context.isPointActive) {
    yield { code: 'retail_point_inactive', detail: 'The retail point is not active' }
  }
  if (!context.isCashierKnown)
    yield { code: 'cashier_unknown', detail: `The cashier was ${sale.cashierName}` }
  if (sale.customerId && !context.customerId)
    yield { code: 'customer_unknown', detail: `The customer ${sale.customerId} is not in the catalog` }
  if (sale.currencyCode.trim().toUpperCase() !== context.currency) {
    const detail = `The receipt is in ${sale.currencyCode || 'no currency'}, the books are in ${context.currency}: its sums are booked as they stand`
    yield { code: 'currency_differs', detail }
  }
  if (context.isNumberTaken) {
    yield { code: 'receipt_number_repeated', detail: `Another receipt has the number ${sale.receiptNumber}` }
  }
  if (context.isAfterRevocation) {
    yield { code: 'device_revoked', detail: 'That it was sold before the device was revoked cannot be shown' }
  }
  if (context.isPeriodClosed) {
    yield {
      code: 'period_closed',
      detail: 'The books of its day are closed: a draft, to be posted when they are open',
    }
  }
  yield* flagClock(sale, context, receivedAt)
}

const DAY_MS = 24 * 60 * 60_000
/** Tills are made to sell for weeks without the hub (docs/sync.md I-15); what is older than this a clock has made up. */
const USUAL_AGE_MS = 90 * DAY_MS

function* flagClock(sale: ReadSale, { moment }: SaleContext, receivedAt: Date): Generator<SaleFlag> {
  const isAhead = Date.parse(sale.soldAt) > receivedAt.getTime() + TRUSTED_SKEW_MS
  const { hubOffsetMs, hubOffsetAgeMs } = sale.clock
  const offsetMs = hubOffsetMs ?? 0
  const isCorrected = Math.abs(offsetMs) > TRUSTED_SKEW_MS
  const ageMs = receivedAt.getTime() - moment.date.getTime()
  if (moment.isAbsurd) {
    const detail = `By the clock of the till it was ${sale.soldAt}; booked at the moment of receipt`
    yield { code: 'clock_wrong', detail }
    return
  }
  if (isAhead || isCorrected) {
    const offMs = offsetMs === 0 ? Date.parse(sale.soldAt) - receivedAt.getTime() : -offsetMs
    const detail = `The clock of the till was off by ${Math.round(offMs / 1000)} s`
    yield { code: 'clock_wrong', detail }
  }
  if (!isProved(sale.clock) && (ageMs > USUAL_AGE_MS || (isCorrected && !isAhead))) {
    const compared =
      hubOffsetMs == null
        ? 'was never compared with that of the hub'
        : `was compared with that of the hub ${daysIn(hubOffsetAgeMs ?? 0)} days before`
    const detail = `Sold ${daysIn(ageMs)} days before it arrived, by a clock that ${compared}`
    yield { code: 'clock_unproved', detail }
  }
}

const daysIn = (ms: number): number => Math.floor(ms / DAY_MS)

function* flagSums(
  sale: ReadSale,
  totals: SaleTotals | undefined,
  { rules }: SaleContext,
): Generator<SaleFlag> {
  for (const { lineNo, vatRate } of sale.lines) {
    if (!isUsualVatRate(vatRate)) {
      const detail = `The VAT rate is ${percentToNumber(vatRate ?? (0 as Percent))} %`
      yield { lineNo, code: 'vat_rate_wrong', detail }
    }
  }
  const isRight =
    totals !== undefined &&
    totals.sum + sale.roundingSum === sale.sum &&
    totals.vatSum === sale.vatSum &&
    totals.discountSum === sale.discountSum &&
    totals.lines.every((line, i) => line.sum === sale.lines[i]?.sum && line.vatSum === sale.lines[i]?.vatSum)
  if (!isRight) {
    const sum = totals ? amountToNumber(totals.sum) : 'no exact sum'
    yield {
      code: 'totals_differ',
      detail: `The receipt says ${amountToNumber(sale.sum)}, its lines come to ${sum}`,
    }
  }
  const unrounded = (sale.sum - sale.roundingSum) as Amount
  const byRule = roundingOf(unrounded, sale.payments, rules.rounding, null, voucherSumOf(sale))
  // Not to round is right: the till may not have known the rule yet. Nor is more given back than was paid.
  const isCut = sale.isReturn && sale.roundingSum < byRule
  if (sale.roundingSum !== 0 && sale.roundingSum !== byRule && !isCut) {
    const detail = `Rounding has put ${amountToNumber(sale.roundingSum)} on it, not by the rule of the retail point`
    yield { code: 'rounding_differs', detail }
  }
  const settlement = settle((sale.sum + voucherSumOf(sale)) as Amount, sale.payments)
  if (!settlement.ok || settlement.changeSum !== sale.changeSum) {
    yield { code: 'payments_differ', detail: 'Payments less change do not come to the sum and the vouchers' }
  }
}

function* flagTenders(sale: ReadSale, { rules, original }: SaleContext): Generator<SaleFlag> {
  const unnamed = sale.payments.filter(({ type, reference }) => needsReference(type) && !reference?.trim())
  for (const type of new Set(unnamed.map((payment) => payment.type)))
    yield { code: 'reference_missing', detail: `Paid with ${type}, and its number is not told` }
  // What comes back may be paid back as it was paid.
  const paidSo = original?.paid.map(({ type }) => type) ?? []
  const taken = new Set<string>([...rules.paymentTypes, ...paidSo, SET_OFF])
  const foreign = sale.payments.map(({ type }) => type).filter((type) => !taken.has(type))
  const paid = sale.isReturn ? 'Paid back' : 'Paid'
  for (const type of new Set(foreign))
    yield { code: 'tender_not_allowed', detail: `${paid} with ${type}, which the retail point does not take` }
}

/** undefined when they leave the exact range. */
function totalsOf(sale: ReadSale): SaleTotals | undefined {
  try {
    return saleTotals(sale.lines, sale.vatIncluded)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** null is "without VAT". */
export function isUsualVatRate(rate: Percent | null): boolean {
  return rate === null || (rate >= 0 && rate <= 10_000)
}

function* flagLines(sale: ReadSale, context: SaleContext): Generator<SaleFlag> {
  for (const line of sale.lines) {
    const product = context.products.get(line.productId)
    const at = { lineNo: line.lineNo }
    if (product?.isStub) yield { ...at, code: 'product_unknown', detail: 'Not in the catalog' }
    else if (product?.isArchived) yield { ...at, code: 'product_archived', detail: 'Archived' }
    const right = product && !sale.isReturn ? rightPrices(product, context) : []
    const [catalogPrice] = right
    if (catalogPrice !== undefined && !right.some((price) => isSoldAt(line, price, product))) {
      const detail = `Sold at ${amountToNumber(line.price)}, the catalog says ${amountToNumber(catalogPrice)}`
      yield { ...at, code: 'price_differs', detail }
    }
  }
}

/** What a label with a sum is sold for may move the price a little (docs/domain.md#weight-barcodes). */
const isSoldAt = (
  { price, quantity }: ReadSale['lines'][number],
  catalogPrice: Amount,
  product: ProductInSale | undefined,
): boolean =>
  price === catalogPrice || (product?.isWeighed === true && isPriceOfLabel(price, catalogPrice, quantity))

/** None when the product has no price at the point. */
function rightPrices({ price, nextPrices }: ProductInSale, { moment }: SaleContext): Amount[] {
  return price === null ? [] : pricesAround({ price, nextPrices }, moment.date)
}

function* flagReturn(sale: ReadSale, context: SaleContext): Generator<SaleFlag> {
  if (!sale.isReturn || !sale.originalSaleId) return
  const { original, returnPeriodDays, moment } = context
  if (!original) {
    const receipt = `The receipt ${sale.originalReceiptNumber ?? ''}`.trimEnd()
    yield { code: 'original_unknown', detail: `${receipt} that is returned has not arrived` }
    return
  }
  if (returnPeriodDays !== null && isTooLate(original.date, moment.date, returnPeriodDays)) {
    const detail = `It was sold at ${original.date.toISOString()}, and may be returned for ${returnPeriodDays} days`
    yield { code: 'return_too_late', detail }
  }
  yield* flagRefund(sale, context)
  for (const line of sale.lines) {
    const original = context.originalLines.get(line.originalLineNo ?? 0)
    const at = { lineNo: line.lineNo }
    if (!original) yield { ...at, code: 'not_on_original', detail: 'Not on the original receipt' }
    else if (original.returned + line.quantity > original.quantity) {
      const detail = `${quantityToNumber(original.quantity)} sold, ${quantityToNumber(original.returned)} returned before`
      yield { ...at, code: 'basis_exceeded', detail }
    }
  }
}

/** More is given back in some way than was paid so and has not been given back yet (docs/domain.md#refunds). */
function* flagRefund(sale: ReadSale, { refundsLeft }: SaleContext): Generator<SaleFlag> {
  const reason = sale.refundReason?.trim()
  const because = reason ? `: ${reason}` : ', without a reason'
  const refunds = waysOf(sale)
  for (const { index, type, requested, available } of excessOf(refunds, refundsLeft)) {
    const [back, most] = [amountToNumber(requested), amountToNumber(available)]
    const way = [type, refunds[index]?.reference].filter(Boolean).join(' ')
    const detail = `${back} were given back with ${way}, of which ${most} were left to give back so${because}`
    yield { code: 'refund_exceeded', detail }
  }
}

/** Goods whose pieces have codes (docs/domain.md#marking-codes). */
function* flagPieces(sale: ReadSale, { number, pieces }: SaleContext): Generator<SaleFlag> {
  for (const { lineNo, trackingType, markingCodes } of sale.lines) {
    if ((trackingType ?? 'NotTracked') !== 'NotTracked' && markingCodes.length === 0)
      yield { lineNo, code: 'marking_code_missing', detail: 'Without a marking code' }
    if (!markingCodes.every((code) => parseMarkingCode(code)))
      yield { lineNo, code: 'marking_code_invalid', detail: 'A code is no marking code' }
  }
  const { isReturn, lines } = sale
  for (const { lineNo, lastNumber } of usedCodes({ isReturn, number }, lines, pieces))
    yield { lineNo, code: 'marking_code_used', detail: `Its piece is in ${lastNumber} already` }
}

function* flagStock(stock: ReadonlyMap<string, Quantity>, { lines }: ReadSale): Generator<SaleFlag> {
  for (const [id, balance] of stock) {
    if (balance >= 0) continue
    const name = lines.find(({ productId }) => productId === id)?.name ?? ''
    yield { code: 'negative_stock', product: { id, name }, detail: `Now at ${quantityToNumber(balance)}` }
  }
}
