import type { PayCart } from '#shared/contracts/till.ts'
import { type Amount, amountToNumber, percentToNumber, quantityToNumber } from '#shared/money/decimal.ts'
import type { SaleTotals } from '#shared/pricing/sale.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { SALE_SCHEMA, type SaleBody } from '#shared/sync/sale.ts'
import { readClock } from '../../clock.ts'
import type { AgentContext } from '../../context.ts'
import type { Actor } from '../../http/env.ts'
import type { Cart } from '../../journal/carts.ts'

export interface PaidCart {
  cart: Cart
  totals: SaleTotals
  payments: PayCart['payments']
  changeSum: Amount
  /** null: the till has no open shift. */
  shiftId: string | null
}

/** The sale as it is written down: complete in itself, whatever becomes of what it names. */
export function composeSale(
  agent: AgentContext,
  actor: Actor,
  paid: PaidCart,
): Omit<SaleBody, 'receiptNumber'> {
  const { cart, totals, payments, changeSum } = paid
  const now = agent.clock.now()
  return {
    schema: SALE_SCHEMA,
    id: newId(),
    isReturn: cart.isReturn,
    originalSaleId: cart.original?.id ?? null,
    retailPointId: cart.terms.retailPointId,
    storeId: cart.terms.storeId,
    tillId: actor.tillId,
    shiftId: paid.shiftId,
    cashierId: actor.cashier.id,
    cashierName: actor.cashier.name,
    soldAt: now.toISOString(),
    clock: readClock(agent, now),
    currencyCode: cart.terms.currencyCode,
    vatIncluded: cart.terms.vatIncluded,
    lines: saleLines(cart, totals),
    sum: amountToNumber(totals.sum),
    vatSum: amountToNumber(totals.vatSum),
    discountSum: amountToNumber(totals.discountSum),
    payments: payments.map(({ type, amount, reference }) => ({
      type,
      amount: amountToNumber(amount),
      reference: reference || null,
    })),
    changeSum: amountToNumber(changeSum),
  }
}

function saleLines(cart: Cart, totals: SaleTotals): SaleBody['lines'] {
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
      discountAmount: amountToNumber(line.discountAmount),
      sum: amountToNumber(sum),
      vatRate: line.vatRate === null ? null : percentToNumber(line.vatRate),
      vatSum: amountToNumber(vatSum),
      originalLineNo: line.originalLineNo,
    }
  })
}
