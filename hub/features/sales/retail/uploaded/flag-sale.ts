import { parseMarkingCode } from '#shared/barcodes/marking-code.ts'
import { isPriceOfLabel } from '#shared/barcodes/weight-barcode.ts'
import { needsReference, TILL_TENDER_TYPES } from '#shared/domain/tenders.ts'
import { type Flag, flag } from '#shared/flags/flag.ts'
import {
  type Amount,
  amountToNumber,
  type Percent,
  percentToNumber,
  type Quantity,
  quantityToNumber,
  sumAmounts,
} from '#shared/money/decimal.ts'
import { roundingOf } from '#shared/pricing/cash-rounding.ts'
import { isSumTooSmall } from '#shared/pricing/lowest-sum.ts'
import { isKnownPricing } from '#shared/pricing/pricing-version.ts'
import { excessOf, waysOf } from '#shared/pricing/refunds.ts'
import { isTooLate } from '#shared/pricing/return-period.ts'
import { type SaleTotals, saleTotals, settle } from '#shared/pricing/sale.ts'
import type { ReadSale } from '#shared/sync/sale.ts'
import { isProved, TRUSTED_SKEW_MS } from '../../moment.ts'
import { usedCodes } from '../marking-codes.ts'
import { currencyOf } from './convert-to-books.ts'
import { flagExchange } from './exchanges.ts'
import { flagDiscounts } from './flag-discounts.ts'
import { flagReceiptTerms } from './flag-receipt-terms.ts'
import { pricesAround } from './prices-around.ts'
import { flagCardDiscount, flagGifts, flagPromotions } from './promotions.ts'
import type { ProductInSale, SaleContext } from './sale-context.ts'
import { type UploadedSale, voucherSumOf } from './uploaded-sale.ts'

/**
 * Returns the flags of an uploaded sale for head office (docs/sync.md#upload). They never cause a refusal.
 * `stock` has the new balance of each product of the sale.
 */
export function flagSale(
  { body: sale, receivedAt }: UploadedSale,
  context: SaleContext,
  stock: ReadonlyMap<string, Quantity>,
): Flag[] {
  const totals = totalsOf(sale)
  const flags = [
    ...flagReceipt(sale, context, receivedAt),
    ...flagSums(sale, totals, context),
    ...flagTenders(sale, context),
    ...flagExchange(sale, context.otherHalf),
    ...(totals ? flagDiscounts(sale, context) : []),
    ...(totals && isKnownPricing(sale.pricing) ? flagPromotions(sale, context) : []),
    ...(totals ? flagCardDiscount(sale, context) : []),
    ...flagGifts(sale, context),
    ...flagLines(sale, context),
    ...flagReturn(sale, context),
    ...flagPieces(sale, context),
    ...flagStock(stock, sale),
  ]
  return flags.map((flag) => withProduct(flag, sale))
}

/** Adds the product to the flag of a line. */
function withProduct(flag: Flag, { lines }: ReadSale): Flag {
  const line = lines.find(({ lineNo }) => lineNo === flag.lineNo)
  return line ? { ...flag, product: { id: line.productId, name: line.name } } : flag
}

function* flagReceipt(sale: ReadSale, context: SaleContext, receivedAt: Date): Generator<Flag> {
  if (!context.isPointKnown) yield flag('retail_point_unknown')
  else if (!context.isPointActive) yield flag('retail_point_inactive')
  if (context.rules.requireShift && !sale.shiftId) yield flag('shift_missing')
  if (!context.isCashierKnown) yield flag('cashier_unknown', { cashier: sale.cashierName })
  if (sale.customerId && !context.customerId) yield flag('customer_unknown', { customer: sale.customerId })
  const { currencyCode: currency } = sale
  if (currency.trim() === '') yield flag('currency_differs.none', { books: context.currency })
  else if (currencyOf(sale) !== context.currency && !context.rate)
    yield flag('currency_differs.other', { currency, books: context.currency })
  if (context.isNumberTaken) yield flag('receipt_number_repeated', { receipt: sale.receiptNumber })
  if (context.isAfterRevocation) yield flag('device_revoked')
  if (context.isPeriodClosed) yield flag('period_closed')
  yield* flagClock(sale, context, receivedAt)
}

const DAY_MS = 24 * 60 * 60_000
/**
 * Maximum plausible age of a sale. Tills can sell for weeks without the hub (docs/sync.md I-15), but an older
 * time indicates a wrong clock.
 */
const USUAL_AGE_MS = 90 * DAY_MS

function* flagClock(sale: ReadSale, { moment }: SaleContext, receivedAt: Date): Generator<Flag> {
  const isAhead = Date.parse(sale.soldAt) > receivedAt.getTime() + TRUSTED_SKEW_MS
  const { hubOffsetMs, hubOffsetAgeMs } = sale.clock
  const offsetMs = hubOffsetMs ?? 0
  const isCorrected = Math.abs(offsetMs) > TRUSTED_SKEW_MS
  const ageMs = receivedAt.getTime() - moment.date.getTime()
  if (moment.isAbsurd) {
    yield flag('clock_wrong.absurd', { soldAt: sale.soldAt })
    return
  }
  if (isAhead || isCorrected) {
    const offMs = offsetMs === 0 ? Date.parse(sale.soldAt) - receivedAt.getTime() : -offsetMs
    yield flag('clock_wrong.off', { seconds: Math.round(offMs / 1000) })
  }
  if (!isProved(sale.clock) && (ageMs > USUAL_AGE_MS || (isCorrected && !isAhead))) {
    const days = daysIn(ageMs)
    if (hubOffsetMs == null) yield flag('clock_unproved.never', { days })
    else yield flag('clock_unproved.compared', { days, compared: daysIn(hubOffsetAgeMs ?? 0) })
  }
}

const daysIn = (ms: number): number => Math.floor(ms / DAY_MS)

function* flagSums(sale: ReadSale, totals: SaleTotals | undefined, context: SaleContext): Generator<Flag> {
  const { rules } = context
  for (const { lineNo, vatRate } of sale.lines) {
    if (!isUsualVatRate(vatRate))
      yield { lineNo, ...flag('vat_rate_wrong', { rate: percentToNumber(vatRate ?? (0 as Percent)) }) }
  }
  if (!totals || !isAsReckoned(sale, totals)) {
    const said = amountToNumber(sale.sum)
    if (totals) yield flag('totals_differ.sums', { said, sum: amountToNumber(totals.sum) })
    else yield flag('totals_differ.inexact', { said })
  }
  const unrounded = (sale.sum - sale.roundingSum) as Amount
  const byRule = roundingOf(unrounded, sale.payments, rules.rounding, null, voucherSumOf(sale))
  // No rounding is valid, because the till may not have received the rule yet. A refund reduced so that it
  // does not exceed the payment is valid too.
  const isCut = sale.isReturn && sale.roundingSum < byRule
  if (sale.roundingSum !== 0 && sale.roundingSum !== byRule && !isCut && !isLastReturn(sale, context))
    yield flag('rounding_differs', { rounding: amountToNumber(sale.roundingSum) })
  const settlement = settle((sale.sum + voucherSumOf(sale)) as Amount, sale.payments)
  if (!settlement.ok || settlement.changeSum !== sale.changeSum) yield flag('payments_differ')
}

/**
 * True when the sums match the till's arithmetic. Since version 2 (`pricing` > 1), a returned line is a share
 * of the original line sum, which rounding can change by a hundredth each time. All lines must still add up
 * to the receipt.
 */
function isAsReckoned(sale: ReadSale, totals: SaleTotals): boolean {
  const isShare = sale.pricing > 1 && sale.isReturn && !!sale.originalSaleId
  const [own, vat] = isShare ? [LINE_SHARE_STEPS, VAT_SHARE_STEPS] : [0, 0]
  const isNear = (one: number, other: number | undefined, steps: number) =>
    other !== undefined && Math.abs(one - other) <= steps
  const areLinesRight = totals.lines.every(
    (line, i) =>
      isNear(line.sum, sale.lines[i]?.sum, own + (sale.vatIncluded ? 0 : vat)) &&
      isNear(line.vatSum, sale.lines[i]?.vatSum, vat),
  )
  const sum = isShare ? sumAmounts(sale.lines.map((line) => line.sum)) : totals.sum
  const vatSum = isShare ? sumAmounts(sale.lines.map((line) => line.vatSum)) : totals.vatSum
  return (
    areLinesRight &&
    sum + sale.roundingSum === sale.sum &&
    vatSum === sale.vatSum &&
    totals.discountSum === sale.discountSum
  )
}

/**
 * Maximum rounding difference in a share of a sum and in its VAT, in hundredths. VAT is calculated from a
 * rounded sum.
 */
const [LINE_SHARE_STEPS, VAT_SHARE_STEPS] = [1, 2]

/** True when the return takes everything that remains of its receipt, or refunds the whole remaining payment. */
function isLastReturn(sale: ReadSale, { original, originalLines, refundsLeft }: SaleContext): boolean {
  if (!sale.isReturn || !sale.originalSaleId || sale.pricing < 2) return false
  // Unknown when the receipt has not arrived, so true is assumed.
  if (!original) return true
  if (sale.sum === sumAmounts(refundsLeft.map(({ amount }) => amount))) return true
  const back = Map.groupBy(sale.lines, ({ originalLineNo }) => originalLineNo)
  return [...originalLines].every(([lineNo, { quantity, returned }]) => {
    const own = (back.get(lineNo) ?? []).reduce((sum, line) => sum + line.quantity, 0)
    return returned + own >= quantity
  })
}

function* flagTenders(sale: ReadSale, { rules, original }: SaleContext): Generator<Flag> {
  const unnamed = sale.payments.filter(({ type, reference }) => needsReference(type) && !reference?.trim())
  for (const way of new Set(unnamed.map(({ type }) => type))) yield flag('reference_missing', { way })
  // Refunds may use the tenders of the original payment.
  const paidSo = original?.paid.map(({ type }) => type) ?? []
  const taken = new Set<string>([...rules.paymentTypes, ...paidSo])
  // Only tenders that a retail point can accept. Points and set-offs have their own flags.
  const foreign = TILL_TENDER_TYPES.filter(
    (type) => !taken.has(type) && sale.payments.some((payment) => payment.type === type),
  )
  for (const way of foreign)
    yield flag(sale.isReturn ? 'tender_not_allowed.paidBack' : 'tender_not_allowed.paid', { way })
}

/** Returns the calculated totals, or undefined when they exceed the exact range. */
function totalsOf(sale: ReadSale): SaleTotals | undefined {
  try {
    return saleTotals(sale.lines, sale.vatIncluded)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** True for a plausible rate, including null for "without VAT". */
export function isUsualVatRate(rate: Percent | null): boolean {
  return rate === null || (rate >= 0 && rate <= 10_000)
}

function* flagLines(sale: ReadSale, context: SaleContext): Generator<Flag> {
  for (const line of sale.lines) {
    const product = context.products.get(line.productId)
    const at = { lineNo: line.lineNo }
    if (product?.isStub) yield { ...at, ...flag('product_unknown') }
    else if (product?.isArchived) yield { ...at, ...flag('product_archived') }
    if (!sale.isReturn && isSumTooSmall(line)) {
      const [quantity, price] = [quantityToNumber(line.quantity), amountToNumber(line.price)]
      yield { ...at, ...flag('sum_too_small', { quantity, price }) }
    }
    const right = product && !sale.isReturn ? rightPrices(product, context) : []
    const [catalogPrice] = right
    if (catalogPrice !== undefined && !right.some((price) => isSoldAt(line, price, product))) {
      const prices = { price: amountToNumber(line.price), catalogPrice: amountToNumber(catalogPrice) }
      yield { ...at, ...flag('price_differs', prices) }
    }
  }
}

/**
 * True when the line has the catalog price. For a weighed product, the price from a label can deviate
 * slightly (docs/domain.md#weight-barcodes).
 */
const isSoldAt = (
  { price, quantity }: ReadSale['lines'][number],
  catalogPrice: Amount,
  product: ProductInSale | undefined,
): boolean =>
  price === catalogPrice || (product?.isWeighed === true && isPriceOfLabel(price, catalogPrice, quantity))

/** Returns the acceptable prices, or none when the product has no price at the retail point. */
function rightPrices({ price, nextPrices }: ProductInSale, { moment }: SaleContext): Amount[] {
  return price === null ? [] : pricesAround({ price, nextPrices }, moment.date)
}

function* flagReturn(sale: ReadSale, context: SaleContext): Generator<Flag> {
  if (!sale.isReturn || !sale.originalSaleId) return
  const { original, returnPeriodDays, moment } = context
  if (!original) {
    const receipt = sale.originalReceiptNumber?.trim()
    yield receipt ? flag('original_unknown.named', { receipt }) : flag('original_unknown.unnamed')
    return
  }
  if (returnPeriodDays !== null && isTooLate(original.date, moment.date, returnPeriodDays))
    yield flag('return_too_late', { soldAt: original.date.toISOString(), days: returnPeriodDays })
  yield* flagReceiptTerms(sale, original, context)
  yield* flagRefund(sale, context)
  for (const line of sale.lines) {
    const original = context.originalLines.get(line.originalLineNo ?? 0)
    const at = { lineNo: line.lineNo }
    if (!original) yield { ...at, ...flag('not_on_original.line') }
    else if (original.returned + line.quantity > original.quantity) {
      const [sold, returned] = [quantityToNumber(original.quantity), quantityToNumber(original.returned)]
      yield { ...at, ...flag('basis_exceeded', { sold, returned }) }
    }
  }
}

/** Flags refunds that exceed the remaining payment in their tender (docs/domain.md#refunds). */
function* flagRefund(sale: ReadSale, { refundsLeft }: SaleContext): Generator<Flag> {
  const reason = sale.refundReason?.trim()
  const refunds = waysOf(sale)
  for (const { index, type, requested, available } of excessOf(refunds, refundsLeft)) {
    const [back, most] = [amountToNumber(requested), amountToNumber(available)]
    const way = [type, refunds[index]?.reference].filter(Boolean).join(' ')
    if (reason) yield flag('refund_exceeded.reasoned', { back, way, most, reason })
    else yield flag('refund_exceeded.unreasoned', { back, way, most })
  }
}

/** Flags missing, invalid and repeated marking codes (docs/domain.md#marking-codes). */
function* flagPieces(sale: ReadSale, { number, pieces }: SaleContext): Generator<Flag> {
  for (const { lineNo, trackingType, markingCodes } of sale.lines) {
    if ((trackingType ?? 'NotTracked') !== 'NotTracked' && markingCodes.length === 0)
      yield { lineNo, ...flag('marking_code_missing') }
    if (!markingCodes.every((code) => parseMarkingCode(code)))
      yield { lineNo, ...flag('marking_code_invalid') }
  }
  const { isReturn, lines } = sale
  for (const { lineNo, lastNumber } of usedCodes({ isReturn, number }, lines, pieces))
    yield { lineNo, ...flag('marking_code_used', { receipt: lastNumber }) }
}

/**
 * Flags negative stock, except after a return. A return increases stock, so a balance that is still negative
 * is due to earlier sales.
 */
function* flagStock(stock: ReadonlyMap<string, Quantity>, { lines, isReturn }: ReadSale): Generator<Flag> {
  if (isReturn) return
  for (const [id, balance] of stock) {
    if (balance >= 0) continue
    const name = lines.find(({ productId }) => productId === id)?.name ?? ''
    yield { product: { id, name }, ...flag('negative_stock', { balance: quantityToNumber(balance) }) }
  }
}
