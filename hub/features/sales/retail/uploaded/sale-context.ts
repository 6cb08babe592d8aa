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

/** A product as needed to check a line of the sale. */
export interface ProductInSale {
  kind: string
  cost: Cost
  isArchived: boolean
  isDiscountProhibited: boolean
  isWeighed: boolean
  /** Price in the retail point's price type until the first of `nextPrices`, or null without a price. */
  price: Amount | null
  /** Later prices in that price type, in order of time. */
  nextPrices: readonly NextPrice[]
  /** True when the product was created for this sale because head office does not have it. */
  isStub: boolean
}

/** Head office records that an uploaded sale refers to. */
export interface SaleContext {
  moment: Moment
  storeId: string
  retailPointId: string
  isPointKnown: boolean
  isPointActive: boolean
  /** Rules of the retail point. */
  rules: Pick<KnownPoint, 'maxDiscountPercent' | 'rounding' | 'paymentTypes' | 'requireShift'>
  isCashierKnown: boolean
  /** Cashier's maximum manual discount on a line, or null for an unknown cashier. */
  cashierMost: Percent | null
  /** Id of the customer, or null when the sale has none or the customer is unknown. */
  customerId: string | null
  /** Currency of the books (ISO 4217 code). */
  currency: string
  /**
   * Exchange rate for a receipt in another currency. Null when none is known, or the receipt is in the
   * currency of the books.
   */
  rate: ExchangeRate | null
  /** Days after the sale within which goods can be returned, or null without a limit. */
  returnPeriodDays: number | null
  number: string
  isNumberTaken: boolean
  /** True when the sale falls into a closed period. */
  isPeriodClosed: boolean
  /** True when the device was revoked and the sale was not provably made before. */
  isAfterRevocation: boolean
  products: Map<string, ProductInSale>
  /** Receipt that a return refers to. Null when the sale has none, or the receipt has not arrived. */
  original: Original | null
  /** Amounts of the receipt that can still be refunded, by tender. */
  refundsLeft: readonly Refund[]
  /** Lines of the original receipt by number, with the quantities taken by other returns. */
  originalLines: ReadonlyMap<number, OriginalLine & { returned: Quantity }>
  /** State of the sale's marked pieces before the sale. */
  pieces: Pieces
  /** Other half of an exchange, if it is already booked. */
  otherHalf: ExchangeHalf | null
  promotions: KnownPromotions
}

/** Returns the context of a sale. `stubs` contains stub products that no earlier sale of the batch refers to. */
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

/** Returns the retail point and store of the sale if they exist, otherwise those of the uploading device. */
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
 * True unless the hub's time proves that the sale was made before the revocation. A clock that was never
 * compared with the hub's proves nothing.
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
