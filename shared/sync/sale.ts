import { z } from 'zod'
import { ClockTime, Id, integer, Position, textOfTill } from '#shared/domain/fields.ts'
import { REASONS } from '#shared/domain/promotion-reasons.ts'
import { TENDER_TYPES } from '#shared/domain/tenders.ts'
import { AmountIn, AmountOut, amountIn, PercentIn, PercentOut, quantityIn } from '#shared/money/wire.ts'

/**
 * Version of the body of a completed sale as the till records it. The body is complete in itself: the hub can
 * post it whatever has become of the products, prices and employees it names (docs/sync.md#upload). Every
 * schema version ever shipped stays readable.
 */
export const SALE_SCHEMA = 6

const shortText = z.string().max(255)
/** Text read by a machine, made well-formed. */
const code = shortText.overwrite((read) => read.toWellFormed())
const MOST_PAYMENTS = 100
const MOST_LINES = 5000

const SaleLine = z.object({
  lineNo: Position,
  productId: Id,
  name: z.string().max(1000),
  code: shortText.nullish(),
  barcode: shortText.nullish(),
  unitName: shortText.nullish(),
  quantity: quantityIn({ above: 0 }),
  price: amountIn({ min: 0 }),
  listPrice: AmountIn.nullish().meta({
    description: 'The price in the replica; differs from `price` when the cashier changed it',
  }),
  discountAmount: amountIn({ min: 0 }),
  sum: AmountIn,
  vatRate: PercentIn.nullable(),
  vatSum: AmountIn,
  originalLineNo: Position.nullish().meta({ description: 'Returns: the line of the original receipt' }),
  trackingType: shortText.nullish(),
  paymentSubject: shortText.nullish(),
  ntin: shortText.nullish(),
  markingCodes: z.array(code).max(1000).default([]).meta({
    description: 'Marking codes of the pieces, separators included (shared/barcodes/marking-code.ts)',
  }),
})

/** Response of the card terminal or the payment service, unchanged. */
export const TerminalData = z.record(
  textOfTill(100),
  z.union([textOfTill(1000), z.number(), z.boolean(), z.null()]),
)
export type TerminalData = z.infer<typeof TerminalData>

const SalePayment = z.object({
  type: z.enum(TENDER_TYPES),
  amount: amountIn({ above: 0 }),
  reference: shortText
    .nullish()
    .meta({ description: 'Reference printed by the card terminal, or the voucher number' }),
  changeAmount: amountIn({ min: 0 })
    .nullish()
    .meta({ description: 'Part of the amount that was given back as change' }),
  terminalData: TerminalData.nullish(),
  originType: z.enum(TENDER_TYPES).nullish().meta({
    description: 'For SetOff: the original tender, with `reference` being the number of that voucher',
  }),
  balanceLeft: AmountIn.nullish().meta({
    description: 'Remaining balance of a voucher as known to the till; null: unknown to the till',
  }),
})

/** A gift voucher that is sold or reloaded: money taken in advance (docs/domain.md#vouchers-sold-at-tills). */
const SaleVoucher = z.object({
  number: shortText.min(1),
  amount: amountIn({ above: 0 }),
  isReload: z.boolean().meta({ description: 'True when an existing voucher is topped up' }),
})

/** Source of a discount on one line, or on the receipt and so on several lines (docs/domain.md#receipts). */
export const SaleDiscount = z
  .object({
    kind: z.enum(['Promotion', 'Loyalty', 'Manual', 'Coupon', 'Rounding']),
    refId: Id.nullish(),
    name: z.string().max(1000).nullish(),
    scope: z.enum(['Line', 'Receipt']),
    lineNo: Position.nullish().meta({
      description: 'The discounted line; none for a discount on the receipt',
    }),
    percent: PercentOut.nullish().meta({
      description: 'The percentage given; none for a discount given as an amount',
    }),
    amount: AmountOut.meta({ description: 'Resulting discount in major units' }),
  })
  .meta({ id: 'SaleDiscount' })
export type SaleDiscount = z.infer<typeof SaleDiscount>

/** Explanation of the result of a promotion or the card: a benefit or nothing (docs/domain.md#promotions). */
export const SaleTrace = z
  .object({
    kind: z.enum(['Promotion', 'Loyalty']),
    refId: Id,
    name: z.string().max(1000),
    reason: z.enum(REASONS),
    amount: AmountOut.meta({ description: 'Discount in major units' }),
    points: AmountOut.meta({ description: 'Points granted' }),
  })
  .meta({ id: 'SaleTrace' })
export type SaleTrace = z.infer<typeof SaleTrace>

/** Approval by a supervisor of a discount above the cashier's limit (docs/domain.md#approvals). */
const SaleApproval = z.object({
  supervisorId: Id,
  supervisorName: z.string().max(1000),
  discountSum: AmountIn.meta({
    description: 'Manual discounts on the whole receipt at the time of the approval',
  }),
})

const points = amountIn({ min: 0 })

/**
 * Points of the card as the receipt shows them to the customer. In a return: the points given back and taken
 * back.
 */
const SalePoints = z.object({
  spent: points,
  earned: points.meta({ description: 'Points by the program, without those of promotions' }),
  gifts: z
    .array(z.object({ promotionId: Id, name: z.string().max(1000), points }))
    .max(1000)
    .default([]),
})

/** Clock of the point: recorded, never trusted for order (docs/sync.md I-14 and I-15). */
export const SaleClock = z.object({
  utcOffsetMinutes: integer(),
  timeZone: shortText,
  bootId: shortText,
  monotonicMs: z.number(),
  hubOffsetMs: z.number().nullish().meta({ description: 'Hub time minus till time at the last contact' }),
  hubOffsetAgeMs: z.number().nullish().meta({ description: 'Age of that measurement' }),
})

/**
 * Members of a sale. Unknown members are kept in the stored bytes and ignored here, because a newer till may
 * send more. Members that were added without a new schema have a default here.
 */
const members = {
  id: Id,
  receiptNumber: shortText,
  isReturn: z.boolean(),
  originalSaleId: Id.nullish(),
  originalReceiptNumber: shortText
    .nullish()
    .meta({ description: 'For a return, informational: `originalSaleId` identifies the receipt' }),
  retailPointId: Id,
  storeId: Id,
  tillId: shortText,
  shiftId: Id.nullish(),
  cashierId: Id,
  cashierName: z.string().max(1000),
  soldAt: ClockTime,
  clock: SaleClock,
  currencyCode: shortText.meta({ description: 'Letter code of ISO 4217' }),
  vatIncluded: z.boolean(),
  pricing: Position.default(1).meta({
    description: 'Version of the pricing arithmetic of the till (shared/pricing/pricing-version.ts)',
  }),
  lines: z.array(SaleLine).min(1).max(MOST_LINES),
  vouchers: z.array(SaleVoucher).max(100).default([]).meta({
    description:
      'Vouchers sold or reloaded, or taken back in a return. Payments less change equal `sum` plus these',
  }),
  sum: AmountIn,
  vatSum: AmountIn,
  discountSum: AmountIn,
  roundingSum: AmountIn.prefault(0).meta({ description: '`sum` is the total of the line sums plus this' }),
  discounts: z
    .array(SaleDiscount)
    .max(10_000)
    .default([])
    .meta({ description: 'Sources of the discounts of the lines' }),
  discountApproval: SaleApproval.nullish().meta({ description: 'The last approval; null: none was needed' }),
  payments: z.array(SalePayment).max(MOST_PAYMENTS),
  changeSum: amountIn({ min: 0 }),
  customerId: Id.nullish().meta({ description: 'Id of the counterparty' }),
  loyaltyCardId: Id.nullish(),
  customerPhone: shortText.nullish().meta({ description: 'Destination of the electronic receipt' }),
  customerEmail: shortText.nullish(),
  taxSystem: shortText
    .nullish()
    .meta({ description: 'Tax system of the retail point at the time of the sale' }),
  shiftReceiptNumber: Position.nullish().meta({
    description: 'Number of the receipt within the shift, from 1',
  }),
  points: SalePoints.nullish().meta({ description: 'null: no card with points' }),
  trace: z
    .array(SaleTrace)
    .max(1000)
    .default([])
    .meta({ description: 'Results of promotions and the card, with the reasons of those that gave nothing' }),
  exchangeSaleId: Id.nullish().meta({
    description: 'For an exchange: the other half, which references this one (docs/domain.md#exchanges)',
  }),
  receiptToken: shortText
    .nullish()
    .meta({ description: 'Token of the page of the receipt (shared/receipts/receipt-token.ts)' }),
  refundReason: shortText.nullish().meta({
    description: 'For returns: the reason for refunding more in a tender than was paid with it',
  }),
}

/**
 * Every schema that tills have written. Limits: 1 has only cash and cards, 2 no marking codes, 3 no loyalty
 * cards, 4 no exchanges, 5 no vouchers sold.
 */
export const SALE_SCHEMAS = {
  1: z.object({
    ...members,
    schema: z.literal(1),
    payments: z.array(SalePayment.extend({ type: z.enum(['Cash', 'Card']) })).max(MOST_PAYMENTS),
  }),
  2: z.object({ ...members, schema: z.literal(2) }),
  3: z.object({ ...members, schema: z.literal(3) }),
  4: z.object({ ...members, schema: z.literal(4) }),
  5: z.object({ ...members, schema: z.literal(5) }),
  6: z
    .object({
      ...members,
      schema: z.literal(6),
      lines: z.array(SaleLine).max(MOST_LINES).meta({ description: 'Empty when only vouchers are sold' }),
    })
    .refine(({ lines, vouchers }) => lines.length + vouchers.length > 0, {
      path: ['lines'],
      error: 'nothing is sold',
    }),
}
export const SaleBody = z.discriminatedUnion('schema', [
  SALE_SCHEMAS[1],
  SALE_SCHEMAS[2],
  SALE_SCHEMAS[3],
  SALE_SCHEMAS[4],
  SALE_SCHEMAS[5],
  SALE_SCHEMAS[6],
])
type Newest = (typeof SALE_SCHEMAS)[typeof SALE_SCHEMA]
type AnySchema = { schema: keyof typeof SALE_SCHEMAS }
/** Sale on the wire: decimal numbers in major units. */
export type SaleBody = Omit<z.input<Newest>, 'schema'> & AnySchema
/** Parsed sale: whole steps. */
export type ReadSale = Omit<z.output<Newest>, 'schema'> & AnySchema
