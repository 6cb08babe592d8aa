import type {
  Cart as CartAnswer,
  CartExchange,
  ParkedCart as ParkedCartAnswer,
} from '#shared/contracts/till/till.ts'
import {
  type Amount,
  amountToNumber,
  type Percent,
  percentToNumber,
  quantityToNumber,
  sumAmounts,
} from '#shared/money/decimal.ts'
import type { ManualDiscount } from '#shared/pricing/manual-discounts.ts'
import { presentVatBreakdown } from '#shared/pricing/vat-breakdown.ts'
import { must } from '#shared/std/must.ts'
import type { Cart, ParkedCart } from '../../journal/carts.ts'
import type { JournalReader } from '../../journal/journal.ts'
import type { Replica } from '../../replica/replica.ts'
import { presentCard } from '../buyers/card-of.ts'
import { cartPoints, type PointsSources } from '../buyers/points.ts'
import { tendersOf } from './cart-tenders.ts'
import { mostOfLine, mostOfReceipt } from './discount-rules.ts'
import { billOfExchange, type ExchangeCart, isExchange, partsOf } from './exchange.ts'
import { type CartTotals, isLastReturn, priceCart, voucherSumOf, wholeCartDiscount } from './price-cart.ts'
import { isTakenBack } from './taken-back.ts'

interface PresentedParts extends PointsSources {
  readonly journal: { readonly read: PointsSources['journal']['read'] & Pick<JournalReader, 'receipts'> }
  readonly replica: Replica
}

export function presentCart(cart: Cart, sources: PresentedParts): CartAnswer {
  const totals = priceCart(cart)
  return {
    id: cart.id,
    version: cart.version,
    isReturn: cart.isReturn,
    originalReceiptNumber: cart.original?.receiptNumber ?? null,
    isOriginalOfAnotherTill: cart.original?.ofAnotherTill !== undefined,
    lines: presentLines(cart, totals),
    vouchers: cart.vouchers.map((voucher) => ({ ...voucher, amount: amountToNumber(voucher.amount) })),
    voucherSum: amountToNumber(voucherSumOf(cart)),
    maxVoucherSale: amountToNumber(cart.terms.maxVoucherSale),
    discount: presentDiscount(cart.discount),
    coupons: [...cart.coupons],
    trace: cart.trace.map(({ refId, amount, points, ...why }) => ({
      ...why,
      id: refId,
      amount: amountToNumber(amount),
      points: amountToNumber(points),
    })),
    buyer: { ...cart.buyer, card: cart.buyer.card && presentCard(cart.buyer.card) },
    points: cartPoints(cart, totals, sources),
    maxDiscountPercent: percentToNumber(cart.original ? (0 as Percent) : cart.terms.maxDiscountPercent),
    refundable: cart.refundable === null ? null : amountToNumber(cart.refundable),
    isLastReturn: isLastReturn(cart),
    refunds: presentRefunds(cart.refunds),
    isTakenBack: partsOf(cart).some((part) => isTakenBack(sources, part)),
    exchange: isExchange(cart) ? presentExchange(cart) : null,
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

function presentLines(cart: Cart, totals: CartTotals): CartAnswer['lines'] {
  return cart.lines.map((whole, index) => {
    const {
      sold: _,
      trackingType: __,
      paymentSubject: ___,
      ntin: ____,
      cuts: _____,
      earnsPoints: ______,
      ...line
    } = whole
    return {
      ...line,
      lineNo: index + 1,
      quantity: quantityToNumber(line.quantity),
      price: amountToNumber(line.price),
      listPrice: amountToNumber(line.listPrice),
      minPrice: line.minPrice === null ? null : amountToNumber(line.minPrice),
      discount: presentDiscount(line.discount),
      maxDiscount: amountToNumber(mostOfLine(cart, whole)),
      discountAmount: amountToNumber(wholeCartDiscount(must(totals.discounts[index]))),
      promotions: must(totals.discounts[index]).promotions.map(({ name, amount }) => ({
        name: name ?? '',
        amount: amountToNumber(amount),
      })),
      sum: amountToNumber(must(totals.lines[index]).sum),
      vatRate: line.vatRate === null ? null : percentToNumber(line.vatRate),
      returnable: line.returnable === null ? null : quantityToNumber(line.returnable),
    }
  })
}

function presentRefunds(refunds: Cart['refunds']): CartAnswer['refunds'] {
  if (!refunds) return null
  return refunds.map(({ type, amount, reference }) => ({
    type,
    amount: amountToNumber(amount),
    ...(reference && { reference }),
  }))
}

function presentExchange(cart: ExchangeCart): CartExchange {
  const { back } = cart
  const bill = billOfExchange(cart)
  const totals = priceCart(back)
  return {
    originalReceiptNumber: back.original?.receiptNumber ?? null,
    isOriginalOfAnotherTill: back.original?.ofAnotherTill !== undefined,
    lines: presentLines(back, totals),
    sum: amountToNumber(totals.sum),
    setOff: amountToNumber(sumAmounts(bill.setOff.map(({ amount }) => amount))),
    pointsBack: amountToNumber(bill.pointsBack),
    toPay: amountToNumber(bill.toPay),
    toRefund: amountToNumber(bill.toRefund),
    refundable: bill.mostLeft === null ? null : amountToNumber(bill.mostLeft),
    isLastReturn: isLastReturn(back),
    refunds: presentRefunds(bill.refundsLeft),
    paymentTypes: tendersOf(back),
  }
}

function presentDiscount(discount: ManualDiscount | null): CartAnswer['discount'] {
  if (!discount) return null
  return 'percent' in discount
    ? { percent: percentToNumber(discount.percent) }
    : { amount: amountToNumber(discount.amount) }
}

export function presentParkedCart({ cart, label, cashierName, parkedAt }: ParkedCart): ParkedCartAnswer {
  const lines = partsOf(cart).flatMap((part) => parkedLines(part, part === cart ? 1 : -1))
  return {
    id: cart.id,
    label,
    cashierName,
    linesCount: lines.length + cart.vouchers.length,
    lines,
    sum: amountToNumber(sumOf(cart)),
    isReturn: cart.isReturn,
    isExchange: isExchange(cart),
    parkedAt,
  }
}

function parkedLines(part: Cart, sign: 1 | -1): ParkedCartAnswer['lines'] {
  const totals = priceCart(part)
  return part.lines.map(({ name, quantity, unitName }, index) => ({
    name,
    unitName,
    quantity: quantityToNumber(quantity),
    sum: amountToNumber((sign * must(totals.lines[index]).sum) as Amount),
  }))
}

function sumOf(cart: Cart): Amount {
  if (!isExchange(cart)) return (priceCart(cart).sum + voucherSumOf(cart)) as Amount
  const { toPay, toRefund } = billOfExchange(cart)
  return (toPay - toRefund) as Amount
}
