import type { Cart as CartAnswer, ParkedCart as ParkedCartAnswer } from '#shared/contracts/till.ts'
import { amountToNumber, percentToNumber, quantityToNumber } from '#shared/money/decimal.ts'
import { must } from '#shared/std/must.ts'
import type { Cart, ParkedCart } from '../../journal/carts.ts'
import { priceCart } from './price-cart.ts'

export function presentCart(cart: Cart): CartAnswer {
  const totals = priceCart(cart)
  return {
    id: cart.id,
    version: cart.version,
    isReturn: cart.isReturn,
    originalReceiptNumber: cart.original?.receiptNumber ?? null,
    lines: cart.lines.map((line, index) => ({
      ...line,
      lineNo: index + 1,
      quantity: quantityToNumber(line.quantity),
      price: amountToNumber(line.price),
      listPrice: amountToNumber(line.listPrice),
      discountAmount: amountToNumber(line.discountAmount),
      sum: amountToNumber(must(totals.lines[index]).sum),
      vatRate: line.vatRate === null ? null : percentToNumber(line.vatRate),
      returnable: line.returnable === null ? null : quantityToNumber(line.returnable),
    })),
    sum: amountToNumber(totals.sum),
    vatSum: amountToNumber(totals.vatSum),
    discountSum: amountToNumber(totals.discountSum),
    currencyCode: cart.terms.currencyCode,
  }
}

export function presentParkedCart({ cart, label, cashierName, parkedAt }: ParkedCart): ParkedCartAnswer {
  return {
    id: cart.id,
    label,
    cashierName,
    linesCount: cart.lines.length,
    sum: amountToNumber(priceCart(cart).sum),
    isReturn: cart.isReturn,
    parkedAt,
  }
}
