import { isClosed } from '#hub/documents/closed-period.ts'
import { markingKey } from '#shared/barcodes/marking-code.ts'
import type { NextPrice } from '#shared/catalog/price-at.ts'
import type { Amount, Cost, Percent, Quantity } from '#shared/money/decimal.ts'
import type { ExchangeRate } from '#shared/money/exchange.ts'
import { leftAfter, type Refund } from '#shared/pricing/refunds.ts'
import { must } from '#shared/std/must.ts'
import type { ReadSale } from '#shared/sync/sale.ts'
import { isProved, type Moment, momentOf } from '../../moment.ts'
import type { Pieces } from '../marking-codes.ts'
import type { ExchangeHalf } from './exchanges.ts'
import type { KnownPoint } from './known-points.ts'
import { priceKey } from './known-products.ts'
import type { KnownPromotions } from './known-promotions.ts'
import { lineKey, type Original, type OriginalLine } from './originals.ts'
import { pricesOverTime } from './prices-around.ts'
import type { SaleFacts } from './sale-facts.ts'
import { numbersFor, type UploadedSale } from './uploaded-sale.ts'

/** Product as seen by a line of the sale. */
export interface ProductInSale {
  kind: string
  cost: Cost
  isArchived: boolean
  isDiscountProhibited: boolean
  isWeighed: boolean
  /** Price in the price type of the point until the first of `nextPrices`; null when there is none. */
  price: Amount | null
  /** Future prices in that price type, not in the catalog yet, in the order of time. */
  nextPrices: readonly NextPrice[]
  /** True when it was created for this sale because head office does not know the product. */
  isStub: boolean
}

/** Records of head office that an uploaded sale refers to. */
export interface SaleContext {
  moment: Moment
  storeId: string
  retailPointId: string
  isPointKnown: boolean
  isPointActive: boolean
  /** Rules of the retail point. */
  rules: Pick<KnownPoint, 'maxDiscountPercent' | 'rounding' | 'paymentTypes' | 'requireShift'>
  isCashierKnown: boolean
  /** Maximum manual discount on a line for the role of the cashier; null: head office does not know the cashier. */
  cashierMost: Percent | null
  /** Customer; null: the sale names none, or one that head office does not know. */
  customerId: string | null
  /** Currency of the books: letters of ISO 4217. */
  currency: string
  /**
   * Rate for booking a receipt in another currency; null: none is known, or the receipt is in the currency of
   * the books.
   */
  rate: ExchangeRate | null
  /** Days after a sale in which goods may be returned; null: no limit. */
  returnPeriodDays: number | null
  number: string
  isNumberTaken: boolean
  /** True when the books of its moment are closed. */
  isPeriodClosed: boolean
  /** True when the device was revoked and it is not provable that the sale was made before. */
  isAfterRevocation: boolean
  products: Map<string, ProductInSale>
  /** Receipt that a return refers to; null: the sale names none, or one that has not arrived. */
  original: Original | null
  /** Remaining amount of the receipt that can be refunded, by tender. */
  refundsLeft: readonly Refund[]
  /** Lines of the original receipt by number, with the quantity that other returns took back. */
  originalLines: ReadonlyMap<number, OriginalLine & { returned: Quantity }>
  /** Pieces that the sale names, in the state before it. */
  pieces: Pieces
  /** Other half of an exchange, once it is booked. */
  otherHalf: ExchangeHalf | null
  promotions: KnownPromotions
}

/** Returns the context of a sale. `stubs` are the created products that no earlier sale has named. */
export function contextOf(uploaded: UploadedSale, facts: SaleFacts, stubs: ReadonlySet<string>): SaleContext {
  const { body: sale, receivedAt } = uploaded
  const place = placeOf(uploaded, facts)
  const moment = momentOf(sale.soldAt, sale.clock, receivedAt)
  const numbers = numbersFor(sale)
  const original = (sale.originalSaleId && facts.originals.get(sale.originalSaleId)) || null
  const originalLines = originalLinesOf(sale.originalSaleId, facts)
  return {
    ...place,
    moment,
    isPeriodClosed: isClosed(facts, moment.date),
    isCashierKnown: facts.cashiers.has(sale.cashierId),
    cashierMost: facts.cashiers.get(sale.cashierId) ?? null,
    customerId: sale.customerId && facts.customers.has(sale.customerId) ? sale.customerId : null,
    currency: facts.currency,
    rate: facts.rates.get(sale.id) ?? null,
    number: numbers.find((number) => !facts.numbers.has(number)) ?? must(numbers.at(-1)),
    isNumberTaken: facts.numbers.has(sale.receiptNumber),
    isAfterRevocation: isAfterRevocation(uploaded, facts, moment),
    products: productsOf(uploaded, facts, stubs, place.priceTypeId),
    original,
    refundsLeft: original
      ? leftAfter(original.paid, facts.refunded.get(must(sale.originalSaleId)) ?? [])
      : [],
    returnPeriodDays: facts.returnPeriodDays,
    originalLines,
    pieces: piecesOf(sale, facts),
    otherHalf: (sale.exchangeSaleId && facts.halves.get(sale.exchangeSaleId)) || null,
    promotions: facts.promotions,
  }
}

function piecesOf({ lines }: ReadSale, facts: SaleFacts): Pieces {
  const keys = lines.flatMap(({ markingCodes }) => markingCodes.map(markingKey))
  return new Map(
    keys.flatMap((key) => {
      const piece = facts.pieces.get(key)
      return piece ? [[key, piece]] : []
    }),
  )
}

/** Returns the point and store of the sale if they exist, else those of the device that sent it. */
export function placeOf({ body: sale, deviceId }: UploadedSale, facts: SaleFacts) {
  const named = facts.points.get(sale.retailPointId)
  const retailPointId = named ? sale.retailPointId : must(facts.devices.get(deviceId), 'device').retailPointId
  const point = must(named ?? facts.points.get(retailPointId), 'retail point of the device')
  const isStoreKnown = facts.stores.has(sale.storeId)
  return {
    retailPointId,
    storeId: isStoreKnown ? sale.storeId : point.storeId,
    priceTypeId: point.priceTypeId,
    isPointKnown: named !== undefined && isStoreKnown,
    isPointActive: point.isActive,
    rules: point,
  }
}

/**
 * True unless the time of the hub proves that the sale was made before the revocation: a clock that was never
 * compared with the hub proves nothing.
 */
function isAfterRevocation(
  { body: sale, deviceId }: UploadedSale,
  facts: SaleFacts,
  moment: Moment,
): boolean {
  const revokedAt = facts.devices.get(deviceId)?.revokedAt
  if (!revokedAt) return false
  return moment.isAbsurd || !isProved(sale.clock) || moment.date > revokedAt
}

function productsOf(
  { body: sale }: UploadedSale,
  facts: SaleFacts,
  stubs: ReadonlySet<string>,
  priceTypeId: string,
): Map<string, ProductInSale> {
  return new Map(
    sale.lines.map(({ productId }) => {
      const { kind, cost, isArchived, isDiscountProhibited, isWeighed, prices } = must(
        facts.products.get(productId),
        'product',
      )
      const price = prices.get(priceTypeId) ?? null
      const key = priceKey(productId, priceTypeId)
      const overTime = pricesOverTime(price, facts.pastPrices.get(key) ?? [], facts.nextPrices.get(key) ?? [])
      return [
        productId,
        {
          kind,
          cost,
          isArchived,
          isDiscountProhibited,
          isWeighed,
          ...overTime,
          isStub: stubs.has(productId),
        },
      ]
    }),
  )
}

function originalLinesOf(saleId: string | null | undefined, facts: SaleFacts): SaleContext['originalLines'] {
  const lines = saleId ? facts.originals.get(saleId)?.lines : undefined
  if (!saleId || !lines) return new Map()
  return new Map(
    [...lines].map(([lineNo, line]) => [
      lineNo,
      { ...line, returned: facts.returned.get(lineKey(saleId, lineNo)) ?? (0 as Quantity) },
    ]),
  )
}
