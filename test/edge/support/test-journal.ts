import { onTestFinished } from 'vitest'
import { type Cart, type CartLine, NOBODY } from '#edge/journal/carts.ts'
import { Journal } from '#edge/journal/journal.ts'
import { recordSale } from '#edge/journal/record-sale.ts'
import type { Amount, Percent, Quantity } from '#shared/money/decimal.ts'
import { NO_ROUNDING } from '#shared/pricing/cash-rounding.ts'
import { newId } from '#shared/std/ids.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import type { Chain } from '#shared/sync/upload.ts'
import { createTestFolder } from '#test/support/folders.ts'

export const AT = '2026-03-02T09:00:00.000Z'
export const LATER = '2026-03-02T10:00:00.000Z'
export const CHAIN: Chain = { id: newId(), series: 'K7', reason: 'enrolled' }

/** Opens an empty journal that is removed at the end of the test. */
export function openTestJournal() {
  const folder = createTestFolder()
  const path = `${folder.path}/journal.db`
  const journal = Journal.open(path)
  onTestFinished(() => {
    journal.close()
    folder.remove()
  })
  const begin = (chain = CHAIN) => journal.transact((tx) => tx.chains.begin(chain, AT))
  /** Records a sale and returns the receipt number. */
  const sell = (sale = saleOf(), cartId = newId()) => journal.transact((tx) => recordSale(tx, cartId, sale))
  const acknowledge = (
    position: number,
    result: 'accepted' | 'held' | 'quarantined' | 'conflict' = 'accepted',
    at = AT,
  ) => journal.transact((tx) => tx.outbox.acknowledge({ position, result, reasons: [] }, at))
  const waitingPositions = () => [...journal.read.outbox.iterate()].map(({ position }) => position)
  return { journal, path, begin, sell, acknowledge, waitingPositions }
}

export type TestJournal = ReturnType<typeof openTestJournal>

export function cartLine(rest: Partial<CartLine> = {}): CartLine {
  return {
    id: newId(),
    productId: newId(),
    name: 'Tea',
    code: null,
    barcode: null,
    unitName: 'pcs',
    isFractional: false,
    quantity: 1000 as Quantity,
    price: 500 as Amount,
    listPrice: 500 as Amount,
    minPrice: null,
    isDiscountProhibited: false,
    discount: null,
    cuts: null,
    vatRate: null,
    originalLineNo: null,
    returnable: null,
    sold: null,
    trackingType: 'NotTracked',
    paymentSubject: 'Good',
    ntin: null,
    markingCode: null,
    earnsPoints: false,
    ...rest,
  }
}

export function cartOf(...lines: CartLine[]): Cart {
  const terms = {
    retailPointId: newId(),
    storeId: newId(),
    currencyCode: 'KZT',
    vatIncluded: true,
    maxDiscountPercent: 1000 as Percent,
    rounding: NO_ROUNDING,
    paymentTypes: ['Cash', 'Card'] as const,
    allowRefundOtherTender: false,
    offlineVoucherLimit: 0 as Amount,
    taxSystem: null,
    requireShift: false,
    zeroLines: 'Cent' as const,
    maxVoucherSale: 0 as Amount,
  }
  const rest = {
    version: 1,
    isReturn: false,
    original: null,
    refundable: null,
    goodsLeft: null,
    refunds: null,
    removed: [],
    discount: null,
    coupons: [],
    confirmedAge: 0,
    trace: [],
    buyer: NOBODY,
    vouchers: [],
    discountApproval: null,
    back: null,
  }
  return { id: newId(), terms, ...rest, lines }
}

type Sold = [productId: string, quantity: number, originalLineNo?: number]

export function saleOf(
  rest: Partial<SaleBody> = {},
  sold: Sold[] = [['tea', 1]],
): Omit<SaleBody, 'receiptNumber'> {
  const lines = sold.map(([productId, quantity, originalLineNo = null], index) => ({
    lineNo: index + 1,
    productId,
    name: 'Tea',
    quantity,
    price: 5,
    discountAmount: 0,
    sum: 5,
    vatRate: null,
    vatSum: 0,
    originalLineNo,
  }))
  return {
    schema: 1,
    id: newId(),
    isReturn: false,
    retailPointId: newId(),
    storeId: newId(),
    tillId: '1',
    cashierId: newId(),
    cashierName: 'Aigul',
    soldAt: AT,
    currencyCode: 'KZT',
    vatIncluded: true,
    lines,
    sum: 5,
    vatSum: 0,
    discountSum: 0,
    payments: [],
    changeSum: 0,
    clock: { utcOffsetMinutes: 300, timeZone: 'Asia/Almaty', bootId: 'b', monotonicMs: 1 },
    ...rest,
  }
}
