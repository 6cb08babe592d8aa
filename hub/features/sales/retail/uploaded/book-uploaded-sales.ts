import { awaitAll } from '#hub/db/await-all.ts'
import { insertRows } from '#hub/db/insert-rows.ts'
import {
  retailSaleLines,
  retailSaleMarkingCodes,
  retailSalePayments,
  retailSales,
  retailSaleVouchers,
} from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { isClosed } from '#hub/documents/closed-period.ts'
import type { Movement } from '#hub/ledger/movement.ts'
import { type LedgerPlan, type OpenLedger, openLedger } from '#hub/ledger/open-ledger.ts'
import { markingKey } from '#shared/barcodes/marking-code.ts'
import type { Flag } from '#shared/flags/flag.ts'
import type { Cost, Percent, Quantity } from '#shared/money/decimal.ts'
import { waysOf } from '#shared/pricing/refunds.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import type { ReadSale } from '#shared/sync/sale.ts'
import { queueFiscal } from '../../fiscal/queue-fiscal.ts'
import { momentOf } from '../../moment.ts'
import { codeRows, type MarkingCodeRow, moved } from '../marking-codes.ts'
import { bonusOf, bookPoints, noteSums, type PostedSale } from '../points/book-points.ts'
import { saleMovements } from '../sale-movements.ts'
import { bookVouchers } from '../vouchers/book-vouchers.ts'
import { convertToBooks } from './convert-to-books.ts'
import { createStubs } from './create-stubs.ts'
import { halfOf } from './exchanges.ts'
import { flagSale, isUsualVatRate } from './flag-sale.ts'
import { holdReceipts, lineKey, resolveReturns } from './originals.ts'
import { contextOf, placeOf, type SaleContext } from './sale-context.ts'
import { loadSaleFacts, type SaleFacts } from './sale-facts.ts'
import { type UploadedSale, voucherSumOf } from './uploaded-sale.ts'

interface Booked {
  uploaded: UploadedSale
  context: SaleContext
  flags: Flag[]
}

/** Rows written together at the end. */
interface Rows {
  sales: (typeof retailSales.$inferInsert)[]
  lines: (typeof retailSaleLines.$inferInsert)[]
  codes: MarkingCodeRow[]
  payments: (typeof retailSalePayments.$inferInsert)[]
  vouchers: (typeof retailSaleVouchers.$inferInsert)[]
}

/**
 * Books sales made at tills, in their order. They have already happened, so they are never refused: prices,
 * sums and names are taken from the receipts, and anything wrong is flagged for a user. Returns the flags of
 * each sale.
 *
 * A sale in a closed period is kept as a draft without movements. A user can post it when the period has been
 * reopened.
 *
 * The number of statements does not depend on the number of sales. Each sale sees the effects of the
 * preceding ones, so the result is the same as when booking them one by one.
 */
export async function bookUploadedSales(tx: Tx, sales: readonly UploadedSale[]): Promise<Flag[][]> {
  const ids = sales.filter(({ body }) => !body.isReturn).map(({ body }) => body.id)
  await holdReceipts(tx, [...ids, ...sales.flatMap(({ body }) => body.originalSaleId ?? [])])
  const facts = await loadSaleFacts(tx, sales)
  const stubs = await createStubs(tx, sales, facts)
  const ledger = await openLedger(tx, planOf(sales, facts))
  const booked = sales.map((uploaded) => {
    const context = contextOf(uploaded, facts, stubs)
    const stock = context.isPeriodClosed ? new Map() : post(uploaded, context, ledger)
    remember(uploaded.body, context, facts, stubs)
    return { uploaded, context, flags: flagSale(uploaded, context, stock) }
  })
  const here = new Set(ids)
  for (const { uploaded, flags } of booked)
    if (here.has(uploaded.body.originalSaleId ?? ''))
      flags.splice(0, flags.length, ...flags.filter(({ code }) => code !== 'original_unknown'))
  const posted = booked.filter(({ context }) => !context.isPeriodClosed)
  // Selling vouchers earns no points, not even welcome points.
  const withGoods = posted.filter(({ uploaded }) => uploaded.body.lines.length > 0)
  const points = await bookPoints(tx, withGoods.map(countedOf))
  const vouchers = await bookVouchers(
    tx,
    posted.map(({ uploaded: { body }, context }) => ({ ...body, date: context.moment.date })),
  )
  for (const { uploaded, flags } of booked) {
    const { id } = uploaded.body
    flags.push(...(points.flags.get(id) ?? []), ...(vouchers.get(id) ?? []))
  }
  const rows: Rows = { sales: [], lines: [], codes: [], payments: [], vouchers: [] }
  for (const one of booked) write(tx, one, ledger, rows)
  await awaitAll(
    ledger.save(),
    insertRows(tx, retailSales, rows.sales),
    insertRows(tx, retailSaleLines, rows.lines),
    insertRows(tx, retailSaleMarkingCodes, rows.codes),
    insertRows(tx, retailSalePayments, rows.payments),
    insertRows(tx, retailSaleVouchers, rows.vouchers),
  )
  await noteSums(tx, points.sums)
  if (ids.length > 0) await resolveReturns(tx, ids)
  await queueFiscal(
    tx,
    booked.map(({ uploaded }) => uploaded.body.id),
  )
  return booked.map(({ flags }) => flags)
}

/** Returns the sale in the form needed for booking points. */
function countedOf({ uploaded: { body: sale }, context }: Booked): PostedSale {
  const reduced = sale.discounts.filter(({ kind }) => kind === 'Promotion' || kind === 'Coupon')
  const isReduced = (at: number) => reduced.some(({ scope, lineNo }) => scope === 'Receipt' || lineNo === at)
  return {
    id: sale.id,
    isReturn: sale.isReturn,
    originalSaleId: sale.originalSaleId ?? null,
    loyaltyCardId: sale.loyaltyCardId ?? null,
    date: context.moment.date,
    sum: sale.sum,
    lines: sale.lines.map(({ lineNo, productId, sum }) => ({ productId, sum, isReduced: isReduced(lineNo) })),
    bonusPaid: bonusOf(sale.payments),
    stated: sale.points ?? null,
  }
}

function planOf(sales: readonly UploadedSale[], facts: SaleFacts): LedgerPlan {
  return {
    posting: sales.flatMap((uploaded) => {
      const { body, receivedAt } = uploaded
      const { storeId } = placeOf(uploaded, facts)
      const moment = momentOf(body.soldAt, body.clock, receivedAt).date
      if (isClosed(facts, moment)) return []
      return body.lines
        .filter(({ productId }) => hasStock(facts, productId))
        .map(({ productId }) => ({ storeId, productId, moment, documentId: body.id }))
    }),
    sources: sales.flatMap(({ body: { originalSaleId, lines } }) =>
      originalSaleId
        ? lines.map(({ originalLineNo, productId }) => ({
            documentId: originalSaleId,
            lineNo: originalLineNo ?? 0,
            productId,
          }))
        : [],
    ),
  }
}

function hasStock(facts: SaleFacts, productId: string): boolean {
  return must(facts.products.get(productId), 'product').kind !== 'Service'
}

function movementsOf({ body: sale }: UploadedSale, { storeId, products }: SaleContext): Movement[] {
  return saleMovements({ ...sale, storeId }, products)
}

/** Posts the sale. Returns the new balances by product. */
function post(uploaded: UploadedSale, context: SaleContext, ledger: OpenLedger): Map<string, Quantity> {
  const { storeId, moment } = context
  const movements = movementsOf(uploaded, context)
  const document = { type: 'RetailSale', id: uploaded.body.id, storeId, moment: moment.date } as const
  const booked = ledger.post(document, movements)
  return new Map(movements.map(({ productId }, i) => [productId, must(booked[i]).after.quantity]))
}

function write(tx: Tx, { uploaded, context, flags }: Booked, ledger: OpenLedger, rows: Rows): void {
  const { organizationId } = tx
  const { deviceId, receivedAt, notes } = uploaded
  const { body: sale, foreignMoney } = context.rate
    ? convertToBooks(uploaded.body, context.rate)
    : { body: uploaded.body, foreignMoney: null }
  const { storeId, retailPointId, moment, isPeriodClosed } = context
  const movements = isPeriodClosed ? [] : movementsOf(uploaded, context)
  const unitCosts = new Map(
    movements.map((movement) => [movement.lineNo, ledger.bookedOf(sale.id, movement).unitCost]),
  )
  rows.sales.push({
    organizationId,
    id: sale.id,
    number: context.number,
    receiptNumber: sale.receiptNumber,
    date: moment.date,
    status: isPeriodClosed ? 'Draft' : 'Posted',
    isReturn: sale.isReturn,
    originalSaleId: sale.originalSaleId ?? null,
    exchangeSaleId: sale.exchangeSaleId ?? null,
    storeId,
    shiftId: sale.shiftId ?? null,
    retailPointId,
    deviceId,
    tillId: sale.tillId,
    cashierId: sale.cashierId,
    cashierName: sale.cashierName,
    customerId: context.customerId,
    unknownCustomerId: context.customerId === null ? (sale.customerId ?? null) : null,
    loyaltyCardId: sale.loyaltyCardId ?? null,
    customerPhone: sale.customerPhone ?? null,
    customerEmail: sale.customerEmail ?? null,
    taxSystem: sale.taxSystem ?? null,
    shiftReceiptNumber: sale.shiftReceiptNumber ?? null,
    refundReason: sale.refundReason ?? null,
    vatIncluded: sale.vatIncluded,
    sum: sale.sum,
    vatSum: sale.vatSum,
    discountSum: sale.discountSum,
    roundingSum: sale.roundingSum,
    discounts: sale.discounts,
    trace: sale.trace,
    voucherSum: voucherSumOf(sale),
    changeSum: sale.changeSum,
    foreignMoney,
    linesCount: sale.lines.length,
    source: 'Pos',
    soldAt: new Date(sale.soldAt),
    receivedAt,
    postedAt: isPeriodClosed ? null : new Date(),
    flags: [...notes, ...flags],
  })
  for (const line of sale.lines) {
    rows.lines.push({
      organizationId,
      id: newId(),
      saleId: sale.id,
      lineNo: line.lineNo,
      productId: line.productId,
      productName: line.name,
      quantity: line.quantity,
      price: line.price,
      discountAmount: line.discountAmount,
      sum: line.sum,
      vatRate: storableVatRate(line.vatRate),
      vatSum: line.vatSum,
      unitCost: unitCosts.get(line.lineNo) ?? (0 as Cost),
      originalLineNo: line.originalLineNo ?? null,
      trackingType: line.trackingType ?? null,
      paymentSubject: line.paymentSubject ?? null,
      ntin: line.ntin ?? null,
    })
  }
  rows.vouchers.push(
    ...sale.vouchers.map((voucher, position) => ({ ...voucher, organizationId, saleId: sale.id, position })),
  )
  rows.codes.push(...codeRows(tx, sale.id, sale.lines))
  for (const [position, payment] of sale.payments.entries()) {
    const { type, amount, reference, originType, changeAmount, terminalData } = payment
    rows.payments.push({
      organizationId,
      saleId: sale.id,
      position,
      type,
      amount,
      reference: reference ?? null,
      originType: originType ?? null,
      changeAmount: changeAmount ?? null,
      terminalData: terminalData ?? null,
    })
  }
}

/** Adds the effects of a booked sale to the facts, so that the next sale sees them. */
function remember(sale: ReadSale, context: SaleContext, facts: SaleFacts, stubs: Set<string>): void {
  facts.numbers.add(context.number)
  facts.halves.set(sale.id, halfOf(sale))
  for (const { productId } of sale.lines) stubs.delete(productId)
  facts.originals.set(sale.id, {
    date: context.moment.date,
    isMomentAbsurd: context.moment.isAbsurd,
    vatIncluded: sale.vatIncluded,
    lines: new Map(
      sale.lines.map(({ lineNo, quantity, price, discountAmount, vatRate }) => [
        lineNo,
        { quantity, price, discountAmount, vatRate: storableVatRate(vatRate) },
      ]),
    ),
    paid: waysOf(sale),
    foreignMoney: null,
  })
  for (const code of sale.lines.flatMap(({ markingCodes }) => markingCodes)) {
    const key = markingKey(code)
    facts.pieces.set(key, moved(facts.pieces.get(key), sale.isReturn, context.number))
  }
  if (!sale.originalSaleId || context.isPeriodClosed) return
  for (const { originalLineNo, quantity } of sale.lines) {
    const key = lineKey(sale.originalSaleId, originalLineNo ?? 0)
    facts.returned.set(key, ((facts.returned.get(key) ?? 0) + quantity) as Quantity)
  }
  const refunded = facts.refunded.get(sale.originalSaleId) ?? []
  facts.refunded.set(sale.originalSaleId, [...refunded, ...waysOf(sale)])
}

/** Replaces a rate that does not fit the column with null. The flag reports the rate. */
function storableVatRate(rate: Percent | null): Percent | null {
  return isUsualVatRate(rate) || Math.abs(rate ?? 0) < 2 ** 31 ? rate : null
}
