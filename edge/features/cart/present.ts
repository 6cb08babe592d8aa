import type { Cart as CartAnswer, ParkedCart as ParkedCartAnswer } from '#shared/contracts/till/till.ts'
import { amountToNumber, type Percent, percentToNumber, quantityToNumber } from '#shared/money/decimal.ts'
import type { ManualDiscount } from '#shared/pricing/manual-discounts.ts'
import { presentVatBreakdown } from '#shared/pricing/vat-breakdown.ts'
import { must } from '#shared/std/must.ts'
import type { Cart, ParkedCart } from '../../journal/carts.ts'
import { presentCard } from '../buyers/card-of.ts'
import { cartPoints, type PointsSources } from '../buyers/points.ts'
import { tendersOf } from './cart-tenders.ts'
import { mostOfReceipt } from './discount-rules.ts'
import { priceCart, wholeCartDiscount } from './price-cart.ts'

export function presentCart(cart: Cart, points: PointsSources): CartAnswer {
  const totals = priceCart(cart)
  return {
    id: cart.id,
    version: cart.version,
    isReturn: cart.isReturn,
    originalReceiptNumber: cart.original?.receiptNumber ?? null,
    isOriginalOfAnotherTill: cart.original?.ofAnotherTill !== undefined,
    lines: cart.lines.map(
      (
        {
          sold: _,
          trackingType: __,
          paymentSubject: ___,
          ntin: ____,
          cuts: _____,
          earnsPoints: ______,
          ...line
        },
        index,
      ) => ({
        ...line,
        lineNo: index + 1,
        quantity: quantityToNumber(line.quantity),
        price: amountToNumber(line.price),
        listPrice: amountToNumber(line.listPrice),
        minPrice: line.minPrice === null ? null : amountToNumber(line.minPrice),
        discount: presentDiscount(line.discount),
        discountAmount: amountToNumber(wholeCartDiscount(must(totals.discounts[index]))),
        promotions: must(totals.discounts[index]).promotions.map(({ name, amount }) => ({
          ...{ name: name ?? '', amount: amountToNumber(amount) },
        })),
        sum: amountToNumber(must(totals.lines[index]).sum),
        vatRate: line.vatRate === null ? null : percentToNumber(line.vatRate),
        returnable: line.returnable === null ? null : quantityToNumber(line.returnable),
      }),
    ),
    discount: presentDiscount(cart.discount),
    coupons: [...cart.coupons],
    trace: cart.trace.map(({ refId, amount, points, ...why }) => ({
      ...{ ...why, id: refId, amount: amountToNumber(amount), points: amountToNumber(points) },
    })),
    buyer: { ...cart.buyer, card: cart.buyer.card && presentCard(cart.buyer.card) },
    points: cartPoints(cart, totals, points),
    maxDiscountPercent: percentToNumber(cart.original ? (0 as Percent) : cart.terms.maxDiscountPercent),
    refundable: cart.refundable === null ? null : amountToNumber(cart.refundable),
    refunds:
      cart.refunds?.map(({ type, amount, reference }) => ({
        ...{ type, amount: amountToNumber(amount) },
        ...(reference && { reference }),
      })) ?? null,
    allowRefundOtherTender: cart.terms.allowRefundOtherTender,
    paymentTypes: tendersOf(cart),
    rounding: { ...cart.terms.rounding, step: amountToNumber(cart.terms.rounding.step) },
    sum: amountToNumber(totals.sum),
    vatSum: amountToNumber(totals.vatSum),
    vatBreakdown: presentVatBreakdown(
      cart.lines.map(({ vatRate }, index) => ({ vatRate, ...must(totals.lines[index]) })),
    ),
    discountSum: amountToNumber(totals.discountSum),
    maxReceiptDiscount: amountToNumber(mostOfReceipt(cart)),
    currencyCode: cart.terms.currencyCode,
  }
}

function presentDiscount(discount: ManualDiscount | null): CartAnswer['discount'] {
  if (!discount) return null
  return 'percent' in discount
    ? { percent: percentToNumber(discount.percent) }
    : { amount: amountToNumber(discount.amount) }
}

export function presentParkedCart({ cart, label, cashierName, parkedAt }: ParkedCart): ParkedCartAnswer {
  const totals = priceCart(cart)
  return {
    id: cart.id,
    label,
    cashierName,
    linesCount: cart.lines.length,
    lines: cart.lines.map(({ name, quantity, unitName }, index) => ({
      ...{ name, unitName, quantity: quantityToNumber(quantity) },
      sum: amountToNumber(must(totals.lines[index]).sum),
    })),
    sum: amountToNumber(totals.sum),
    isReturn: cart.isReturn,
    parkedAt,
  }
}
