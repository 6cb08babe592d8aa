import type { TenderType } from '#shared/domain/tenders.ts'
import {
  type Amount,
  amount,
  amountToNumber,
  type Percent,
  percent,
  percentToNumber,
  quantityToNumber,
  sumAmounts,
} from '#shared/money/decimal.ts'
import { percentOff } from '#shared/pricing/line.ts'
import { saleTotals } from '#shared/pricing/sale.ts'
import { shiftTotals } from '#shared/pricing/shift-totals.ts'
import { idFromName } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { SALE_SCHEMA, type SaleBody } from '#shared/sync/sale.ts'
import { TILL_RECORD_SCHEMA } from '#shared/sync/shift.ts'
import type { DemoTill } from './demo-till.ts'
import type { PlannedDay, PlannedReturn, PlannedSale } from './plan-month.ts'

export const PROMOTION_PERCENT = percent(10)

/** Records that the receipts refer to, by their index in the lists of the demo shop. */
export interface DemoShop {
  tillId: string
  series: string
  retailPointId: string
  storeId: string
  timeZone: string
  currency: string
  vatIncluded: boolean
  products: {
    id: string
    name: string
    barcode: string
    price: Amount
    vatRate: Percent | null
    isPromoted: boolean
  }[]
  cashiers: { id: string; name: string }[]
  customers: { id: string; cardId: string }[]
  promotion: { id: string; name: string }
  /** Reason for the evening cash out. */
  collected: string
  /** Converts an amount from tenge to the shop's currency. */
  inCurrency(tenge: number): Amount
}

/** Float of the till at the start of a day, in tenge. */
const FLOAT = 20_000
/** Multiple in which cash is taken to the bank, in tenge. */
const BUNDLE = 10_000

/** Records the shifts of the demo till and their receipts, in the format of a till. */
export class ReceiptBook {
  readonly #shop: DemoShop
  readonly #till: DemoTill
  readonly #sales: SaleBody[] = []
  #number = 0
  #cash = 0

  constructor(shop: DemoShop, till: DemoTill) {
    this.#shop = shop
    this.#till = till
  }

  writeShift({
    number,
    cashier,
    openedAt,
    closedAt,
    receipts,
    missingTenge,
  }: NonNullable<PlannedDay['shift']>): void {
    const shiftId = this.#id(`shift ${number}`)
    const by = this.#by(cashier, openedAt)
    const openingCash = this.#shop.inCurrency(FLOAT)
    const base = { ...by, schema: TILL_RECORD_SCHEMA } as const
    this.#till.record('shift_opened', {
      ...base,
      id: shiftId,
      number,
      openedAt: openedAt.toISOString(),
      counted: [],
      openingCash: amountToNumber(openingCash),
    })
    const paid = { sales: new Map<TenderType, Amount>(), returns: new Map<TenderType, Amount>() }
    for (const [at, receipt] of receipts.entries()) {
      const body = receipt.kind === 'Sale' ? this.#sale(receipt, cashier) : this.#return(receipt, cashier)
      this.#till.record('sale', { ...body, shiftId, shiftReceiptNumber: at + 1 })
      if (receipt.kind === 'Sale') this.#sales.push(body)
      const side = receipt.kind === 'Sale' ? paid.sales : paid.returns
      const type = must(body.payments[0]).type
      side.set(type, sumAmounts([side.get(type) ?? (0 as Amount), amount(body.sum)]))
    }
    const ofCash = (side: ReadonlyMap<TenderType, Amount>) => side.get('Cash') ?? 0
    const bundle = this.#shop.inCurrency(BUNDLE)
    const collected = Math.max(0, Math.floor((ofCash(paid.sales) - ofCash(paid.returns)) / bundle) * bundle)
    if (collected > 0)
      this.#till.record('cash_movement', {
        ...base,
        id: this.#id(`collection ${number}`),
        shiftId,
        kind: 'Out',
        reason: this.#shop.collected,
        amount: amountToNumber(collected as Amount),
        movedAt: closedAt.toISOString(),
      })
    const totals = shiftTotals({
      ...paid,
      openingCash,
      cashIn: 0 as Amount,
      cashOut: collected as Amount,
      receiptsCount: receipts.filter(({ kind }) => kind === 'Sale').length,
      returnsCount: receipts.filter(({ kind }) => kind === 'Return').length,
    })
    this.#till.record('shift_closed', {
      ...base,
      id: this.#id(`closing ${number}`),
      shiftId,
      closedAt: closedAt.toISOString(),
      totals,
      counted: [],
      countedCash: amountToNumber(
        (amount(totals.expectedCash) - this.#shop.inCurrency(missingTenge)) as Amount,
      ),
    })
  }

  #id(name: string): string {
    return idFromName(`${this.#shop.tillId} ${name}`)
  }

  /** Returns the employee, the place and the local time. */
  #by(cashier: number, at: Date) {
    const { retailPointId, timeZone, cashiers } = this.#shop
    const { id, name } = must(cashiers[cashier])
    const shown = Date.parse(`${at.toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`)
    return {
      retailPointId,
      tillId: 'demo',
      cashierId: id,
      cashierName: name,
      clock: {
        utcOffsetMinutes: Math.round((shown - at.getTime()) / 60_000),
        timeZone,
        bootId: 'demo',
        monotonicMs: 0,
        hubOffsetMs: 0,
      },
    }
  }

  #head(cashier: number, at: Date) {
    const { series, storeId, currency, vatIncluded } = this.#shop
    this.#number += 1
    const receiptNumber = `${series}-${String(this.#number).padStart(6, '0')}`
    return {
      ...this.#by(cashier, at),
      schema: SALE_SCHEMA as typeof SALE_SCHEMA,
      id: this.#id(receiptNumber),
      receiptNumber,
      storeId,
      soldAt: at.toISOString(),
      currencyCode: currency,
      vatIncluded,
    } as const
  }

  #sale({ at, lines, payment, customer, isPromoted }: PlannedSale, cashier: number): SaleBody {
    const { products, promotion, vatIncluded } = this.#shop
    const priced = lines.map(({ good, quantity }) => {
      const product = must(products[good])
      const isReduced = isPromoted && product.isPromoted
      const discountAmount = isReduced
        ? percentOff(quantity, product.price, PROMOTION_PERCENT)
        : (0 as Amount)
      return { ...product, quantity, discountAmount }
    })
    const totals = saleTotals(priced, vatIncluded)
    const holder = customer === null ? undefined : must(this.#shop.customers[customer])
    return {
      ...this.#head(cashier, at),
      isReturn: false,
      lines: priced.map(({ id, name, barcode, quantity, price, discountAmount, vatRate }, i) => ({
        lineNo: i + 1,
        productId: id,
        name,
        barcode,
        quantity: quantityToNumber(quantity),
        price: amountToNumber(price),
        listPrice: amountToNumber(price),
        discountAmount: amountToNumber(discountAmount),
        sum: amountToNumber(must(totals.lines[i]).sum),
        vatRate: vatRate === null ? null : percentToNumber(vatRate),
        vatSum: amountToNumber(must(totals.lines[i]).vatSum),
      })),
      sum: amountToNumber(totals.sum),
      vatSum: amountToNumber(totals.vatSum),
      discountSum: amountToNumber(totals.discountSum),
      discounts: priced.flatMap(({ discountAmount }, i) =>
        discountAmount === 0
          ? []
          : [
              {
                kind: 'Promotion' as const,
                refId: promotion.id,
                name: promotion.name,
                scope: 'Line' as const,
                lineNo: i + 1,
                percent: percentToNumber(PROMOTION_PERCENT),
                amount: amountToNumber(discountAmount),
              },
            ],
      ),
      ...this.#paid(payment, totals.sum),
      ...(holder && { customerId: holder.id, loyaltyCardId: holder.cardId }),
    }
  }

  /** Returns the payment. Cash is paid in notes, occasionally with change. */
  #paid(type: PlannedSale['payment'], sum: Amount): Pick<SaleBody, 'payments' | 'changeSum'> {
    this.#cash += 1
    const note =
      this.#cash % 3 === 0 ? (1 as Amount) : this.#shop.inCurrency(this.#cash % 3 === 1 ? 500 : 1000)
    const given = type === 'Cash' ? Math.ceil(sum / note) * note : sum
    const change = amountToNumber((given - sum) as Amount)
    return {
      payments: [
        { type, amount: amountToNumber(given as Amount), ...(change > 0 && { changeAmount: change }) },
      ],
      changeSum: change,
    }
  }

  #return({ at, sale, line }: PlannedReturn, cashier: number): SaleBody {
    const original = must(this.#sales[sale])
    const returned = must(original.lines[line])
    return {
      ...this.#head(cashier, at),
      isReturn: true,
      originalSaleId: original.id,
      originalReceiptNumber: original.receiptNumber,
      lines: [{ ...returned, lineNo: 1, originalLineNo: returned.lineNo }],
      sum: returned.sum,
      vatSum: returned.vatSum,
      discountSum: 0,
      changeSum: 0,
      payments: [{ type: must(original.payments[0]).type, amount: returned.sum }],
    }
  }
}
