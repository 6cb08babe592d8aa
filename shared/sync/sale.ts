import { z } from 'zod'
import { ClockTime, Id, integer, Position, toldText } from '#shared/contracts/common.ts'
import { AmountIn, AmountOut, amountIn, PercentIn, PercentOut, quantityIn } from '#shared/money/wire.ts'
import { REASONS } from '#shared/pricing/promotions/model.ts'
import { TENDER_TYPES } from '#shared/pricing/tenders.ts'

/**
 * A completed sale as the till writes it down: complete in itself, so that the hub can book it whatever has become
 * of the products, prices and people it names (docs/sync.md#upload). Every schema version ever shipped stays readable.
 */
export const SALE_SCHEMA = 6

const shortText = z.string().max(255)
/** As a machine has read it. */
const code = shortText.overwrite((read) => read.toWellFormed())
const MOST_PAYMENTS = 100
const MOST_LINES = 5000

export const SaleLine = z.object({
  lineNo: Position,
  productId: Id,
  name: z.string().max(1000),
  code: shortText.nullish(),
  barcode: shortText.nullish(),
  unitName: shortText.nullish(),
  quantity: quantityIn({ above: 0 }),
  price: amountIn({ min: 0 }),
  listPrice: AmountIn.nullish().meta({
    description: 'The price in the replica; differs when it was changed by hand',
  }),
  discountAmount: amountIn({ min: 0 }),
  sum: AmountIn,
  vatRate: PercentIn.nullable(),
  vatSum: AmountIn,
  originalLineNo: Position.nullish().meta({ description: 'Returns: the line of the original receipt' }),
  trackingType: shortText.nullish(),
  paymentSubject: shortText.nullish(),
  ntin: shortText.nullish(),
  markingCodes: z
    .array(code)
    .max(1000)
    .default([])
    .meta({ description: 'Of the pieces, separators included (shared/barcodes/marking-code.ts)' }),
})

/** What the card terminal or the payment service answered, as it said it. */
export const TerminalData = z.record(
  toldText(100),
  z.union([toldText(1000), z.number(), z.boolean(), z.null()]),
)
export type TerminalData = z.infer<typeof TerminalData>

export const SalePayment = z.object({
  type: z.enum(TENDER_TYPES),
  amount: amountIn({ above: 0 }),
  reference: shortText
    .nullish()
    .meta({ description: 'What the card terminal printed, the number of a voucher' }),
  changeAmount: amountIn({ min: 0 }).nullish().meta({ description: 'What of it was given back as change' }),
  terminalData: TerminalData.nullish(),
  originType: z
    .enum(TENDER_TYPES)
    .nullish()
    .meta({ description: 'Of SetOff: how it was paid before, `reference` being the number of that voucher' }),
  balanceLeft: AmountIn.nullish().meta({
    description: 'What the till knew to be left of a voucher afterwards; none: head office had not told it',
  }),
})

/** A gift voucher that is sold or reloaded: money taken in advance (docs/domain.md#vouchers-sold-at-tills). */
export const SaleVoucher = z.object({
  number: shortText.min(1),
  amount: amountIn({ above: 0 }),
  isReload: z.boolean().meta({ description: 'More is put on a voucher that is there already' }),
})

/** Something that gave a discount: to one line, or to the receipt and so to several (docs/domain.md#receipts). */
export const SaleDiscount = z
  .object({
    kind: z.enum(['Promotion', 'Loyalty', 'Manual', 'Coupon', 'Rounding']),
    refId: Id.nullish(),
    name: z.string().max(1000).nullish(),
    scope: z.enum(['Line', 'Receipt']),
    lineNo: Position.nullish().meta({ description: 'Of the line that got it; none for a receipt' }),
    percent: PercentOut.nullish().meta({
      description: 'As it was given; none when it was given as an amount',
    }),
    amount: AmountOut.meta({ description: 'What it came to, in major units' }),
  })
  .meta({ id: 'SaleDiscount' })
export type SaleDiscount = z.infer<typeof SaleDiscount>

/** Why a promotion or the card gave what it gave, or nothing (docs/domain.md#promotions). */
export const SaleTrace = z
  .object({
    kind: z.enum(['Promotion', 'Loyalty']),
    refId: Id,
    name: z.string().max(1000),
    reason: z.enum(REASONS),
    amount: AmountOut.meta({ description: 'What it took off, in major units' }),
    points: AmountOut.meta({ description: 'Points that it gave' }),
  })
  .meta({ id: 'SaleTrace' })
export type SaleTrace = z.infer<typeof SaleTrace>

/** A supervisor has allowed more than the cashier may give (docs/domain.md#approvals). */
export const SaleApproval = z.object({
  supervisorId: Id,
  supervisorName: z.string().max(1000),
  discountSum: AmountIn.meta({ description: 'What was given by hand then, on the whole receipt' }),
})

const points = amountIn({ min: 0 })

/** What the receipt has told the customer of the points of the card. In a return: what it gives and takes back. */
export const SalePoints = z.object({
  spent: points,
  earned: points.meta({ description: 'By the program; what promotions give is besides' }),
  gifts: z
    .array(z.object({ promotionId: Id, name: z.string().max(1000), points }))
    .max(1000)
    .default([]),
})

/** The clock of the point is recorded, never trusted for order (docs/sync.md I-14 and I-15). */
export const SaleClock = z.object({
  utcOffsetMinutes: integer(),
  timeZone: shortText,
  bootId: shortText,
  monotonicMs: z.number(),
  hubOffsetMs: z.number().nullish().meta({ description: 'Hub time minus till time at the last contact' }),
  hubOffsetAgeMs: z.number().nullish().meta({ description: 'How long ago that was measured' }),
})

/**
 * Unknown members are kept in the stored bytes and ignored here: a newer till may say more. Members that tills of this
 * schema have come to write have a default here.
 */
const members = {
  id: Id,
  receiptNumber: shortText,
  isReturn: z.boolean(),
  originalSaleId: Id.nullish(),
  originalReceiptNumber: shortText
    .nullish()
    .meta({ description: 'Of a return, for people: the id is what counts' }),
  retailPointId: Id,
  storeId: Id,
  tillId: shortText,
  shiftId: Id.nullish(),
  cashierId: Id,
  cashierName: z.string().max(1000),
  soldAt: ClockTime,
  clock: SaleClock,
  currencyCode: shortText.meta({ description: 'Letters of ISO 4217' }),
  vatIncluded: z.boolean(),
  pricing: Position.default(1).meta({
    description: 'The arithmetic of the till (shared/pricing/pricing-version.ts)',
  }),
  lines: z.array(SaleLine).min(1).max(MOST_LINES),
  vouchers: z.array(SaleVoucher).max(100).default([]).meta({
    description: 'Sold or reloaded; of a return: taken back. Payments less change are `sum` and these',
  }),
  sum: AmountIn,
  vatSum: AmountIn,
  discountSum: AmountIn,
  roundingSum: AmountIn.prefault(0).meta({ description: 'sum is the sums of the lines and this' }),
  discounts: z
    .array(SaleDiscount)
    .max(10_000)
    .default([])
    .meta({ description: 'What has given the discounts of the lines' }),
  discountApproval: SaleApproval.nullish().meta({ description: 'The last one; null: none was asked for' }),
  payments: z.array(SalePayment).max(MOST_PAYMENTS),
  changeSum: amountIn({ min: 0 }),
  customerId: Id.nullish().meta({ description: 'Of the counterparty' }),
  loyaltyCardId: Id.nullish(),
  customerPhone: shortText.nullish().meta({ description: 'Where the electronic receipt goes' }),
  customerEmail: shortText.nullish(),
  taxSystem: shortText.nullish().meta({ description: 'Of the retail point when it was sold' }),
  shiftReceiptNumber: Position.nullish().meta({ description: 'Of the shift, from 1' }),
  points: SalePoints.nullish().meta({ description: 'null: no card with points' }),
  trace: z
    .array(SaleTrace)
    .max(1000)
    .default([])
    .meta({ description: 'What promotions and the card gave, and why others gave nothing' }),
  exchangeSaleId: Id.nullish().meta({
    description: 'Of an exchange: its other half, which names this one (docs/domain.md#exchanges)',
  }),
  receiptToken: shortText
    .nullish()
    .meta({ description: 'Of the page of the receipt (shared/receipts/receipt-token.ts)' }),
  refundReason: shortText.nullish().meta({
    description: 'Returns: why more is given back in some way than was paid so',
  }),
}

/** Every schema that tills have written. 1: only cash and cards. 2: no marking codes. 3: no loyalty cards. 4: no exchanges. 5: no vouchers sold. */
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
      lines: z.array(SaleLine).max(MOST_LINES).meta({ description: 'None: only vouchers are sold' }),
    })
    .refine(({ lines, vouchers }) => lines.length + vouchers.length > 0, {
      ...{ path: ['lines'], error: 'nothing is sold' },
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
/** As on the wire: decimal numbers in major units. */
export type SaleBody = Omit<z.input<Newest>, 'schema'> & AnySchema
/** As read: whole steps. */
export type ReadSale = Omit<z.output<Newest>, 'schema'> & AnySchema
