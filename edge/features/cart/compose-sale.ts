import { changeByTender } from '#shared/domain/tenders.ts'
import {
  type Amount,
  amountToNumber,
  percentToNumber,
  quantityToNumber,
  sumAmounts,
} from '#shared/money/decimal.ts'
import type { ManualDiscount } from '#shared/pricing/manual-discounts.ts'
import { PRICING } from '#shared/pricing/pricing-version.ts'
import type { LineCut } from '#shared/pricing/promotions/model.ts'
import type { CartSettlement } from '#shared/pricing/settle-cart.ts'
import { newReceiptToken } from '#shared/receipts/receipt-token.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { SALE_SCHEMA, type SaleBody, type SaleDiscount, type SaleTrace } from '#shared/sync/sale.ts'
import { type AgentClocks, readClock } from '../../clock.ts'
import type { BasisSale, Cart } from '../../journal/carts.ts'
import type { Shift } from '../../journal/shifts.ts'
import { pointsOfReturn, pointsOfSale } from '../buyers/points.ts'
import type { Actor } from '../session/actor.ts'
import { type CartTotals, wholeCartDiscount } from './price-cart.ts'
import { isForReceipt } from './select-offers.ts'

export interface PaidCart extends CartSettlement {
  cart: Cart
  /** The sale to be returned. Null for a sale, and for a return without a receipt. */
  basis: BasisSale | null
  totals: CartTotals
  /** Remaining value of the voucher for each payment, or null when it is unknown. */
  voucherRests: readonly (Amount | null)[]
  /** Open shift of the till, or null. */
  shift: Shift | null
  /** Ids of the exchange and of its other half. */
  exchange: { id: string; otherId: string } | null
}

/** Returns the points of the receipt. A return with vouchers only has none. */
function pointsOf({ cart, basis, totals, payments }: PaidCart): SaleBody['points'] {
  if (!basis) return pointsOfSale(cart, totals, payments)
  return cart.lines.length > 0 ? pointsOfReturn(basis, totals, payments) : null
}

/** Composes the sale to record. It is self-contained: later changes to the records it refers to do not affect it. */
export function composeSale(
  clocks: AgentClocks,
  actor: Actor,
  paid: PaidCart,
): Omit<SaleBody, 'receiptNumber'> {
  const {
    cart,
    basis,
    totals,
    roundingSum,
    payments,
    changeSum,
    voucherRests,
    refundReason,
    shift,
    exchange,
  } = paid
  const { card, customer, phone, email } = cart.buyer
  const changes = changeByTender(payments, changeSum)
  const now = clocks.clock.now()
  return {
    schema: SALE_SCHEMA,
    id: exchange?.id ?? newId(),
    isReturn: cart.isReturn,
    originalSaleId: cart.original?.id ?? null,
    originalReceiptNumber: cart.original?.receiptNumber ?? null,
    retailPointId: cart.terms.retailPointId,
    storeId: cart.terms.storeId,
    tillId: actor.tillId,
    shiftId: shift?.id ?? null,
    shiftReceiptNumber: shift && shift.receipts + 1,
    cashierId: actor.cashier.id,
    cashierName: actor.cashier.name,
    soldAt: now.toISOString(),
    clock: readClock(clocks, now),
    currencyCode: cart.terms.currencyCode,
    vatIncluded: cart.terms.vatIncluded,
    pricing: PRICING,
    lines: saleLines(cart, totals),
    ...(cart.vouchers.length > 0 && {
      vouchers: cart.vouchers.map(({ number, amount, isReload }) => ({
        number,
        amount: amountToNumber(amount),
        isReload,
      })),
    }),
    sum: amountToNumber((totals.sum + roundingSum) as Amount),
    vatSum: amountToNumber(totals.vatSum),
    discountSum: amountToNumber(totals.discountSum),
    roundingSum: amountToNumber(roundingSum),
    discounts: cart.original ? [] : saleDiscounts(cart, totals),
    ...(cart.discountApproval && {
      discountApproval: {
        ...cart.discountApproval,
        discountSum: amountToNumber(cart.discountApproval.discountSum),
      },
    }),
    payments: payments.map(({ type, amount, reference, ...payment }, index) => ({
      type,
      amount: amountToNumber(amount),
      reference: reference || null,
      changeAmount: amountToNumber(changes[index] ?? (0 as Amount)),
      ...('originType' in payment && { originType: payment.originType }),
      ...(type === 'GiftCard' && { balanceLeft: numberOrNull(voucherRests[index]) }),
    })),
    changeSum: amountToNumber(changeSum),
    customerId: basis?.customerId ?? customer?.id ?? null,
    loyaltyCardId: basis?.loyaltyCardId ?? card?.id ?? null,
    customerPhone: phone,
    customerEmail: email,
    points: pointsOf(paid),
    trace: saleTrace(cart),
    taxSystem: cart.terms.taxSystem,
    refundReason,
    ...(exchange && { exchangeSaleId: exchange.otherId }),
    receiptToken: newReceiptToken(),
  }
}

const numberOrNull = (value: Amount | null | undefined): number | null =>
  value == null ? null : amountToNumber(value)

/** Returns all discounts that reduced the sum, with their sources. */
function saleDiscounts({ lines, discount }: Cart, { discounts }: CartTotals): SaleDiscount[] {
  const ofLines = lines.flatMap((line, index) =>
    manualDiscount({ scope: 'Line', lineNo: index + 1 }, line.discount, must(discounts[index]).own),
  )
  const shared = sumAmounts(discounts.map(({ share }) => share))
  return [
    ...ofLines,
    ...manualDiscount({ scope: 'Receipt' }, discount, shared),
    ...discounts.flatMap(({ promotions }, index) =>
      promotions.filter(({ scope }) => scope === 'Line').map((cut) => promotionOf(cut, index + 1)),
    ),
    ...promotionsOfReceipt(discounts.flatMap(({ promotions }) => promotions)),
  ]
}

function saleTrace({ trace }: Cart): SaleTrace[] {
  return trace.filter(isForReceipt).map(({ amount, points, ...why }) => ({
    ...why,
    amount: amountToNumber(amount),
    points: amountToNumber(points),
  }))
}

function promotionOf({ kind, refId, name, scope, amount }: LineCut, lineNo?: number): SaleDiscount {
  const percent = null
  return { kind, refId, name, scope, ...(lineNo && { lineNo }), percent, amount: amountToNumber(amount) }
}

/** Returns one discount per receipt promotion, summed over the lines. */
function promotionsOfReceipt(cuts: readonly LineCut[]): SaleDiscount[] {
  const ofReceipt = Map.groupBy(
    cuts.filter(({ scope }) => scope === 'Receipt'),
    ({ refId }) => refId,
  )
  return [...ofReceipt.values()].map((parts) =>
    promotionOf({ ...must(parts[0]), amount: sumAmounts(parts.map(({ amount }) => amount)) }),
  )
}

function manualDiscount(
  at: Pick<SaleDiscount, 'scope' | 'lineNo'>,
  given: ManualDiscount | null,
  amount: Amount,
): SaleDiscount[] {
  if (!given || amount === 0) return []
  const percent = 'percent' in given ? percentToNumber(given.percent) : null
  return [{ kind: 'Manual', ...at, percent, amount: amountToNumber(amount) }]
}

function saleLines(cart: Cart, totals: CartTotals): SaleBody['lines'] {
  return cart.lines.map((line, index) => {
    const { sum, vatSum } = must(totals.lines[index], 'sum of the line')
    return {
      lineNo: index + 1,
      productId: line.productId,
      name: line.name,
      code: line.code,
      barcode: line.barcode,
      unitName: line.unitName,
      quantity: quantityToNumber(line.quantity),
      price: amountToNumber(line.price),
      listPrice: amountToNumber(line.listPrice),
      discountAmount: amountToNumber(wholeCartDiscount(must(totals.discounts[index]))),
      sum: amountToNumber(sum),
      vatRate: line.vatRate === null ? null : percentToNumber(line.vatRate),
      vatSum: amountToNumber(vatSum),
      originalLineNo: line.originalLineNo,
      trackingType: line.trackingType,
      paymentSubject: line.paymentSubject,
      ntin: line.ntin,
      markingCodes: line.markingCode === null ? [] : [line.markingCode],
    }
  })
}
