import { z } from 'zod'
import { ClockTime, Id, integer, Position, textOfTill } from '#shared/domain/fields.ts'
import { REASONS } from '#shared/domain/promotion-reasons.ts'
import { TENDER_TYPES } from '#shared/domain/tenders.ts'
import { AmountIn, AmountOut, amountIn, PercentIn, PercentOut, quantityIn } from '#shared/money/wire.ts'

/**
 * Version of the body of a completed sale as recorded by the till. The body is self-contained: the hub can
 * post it whatever happened to the products, prices and employees that it refers to (docs/sync.md#upload).
 * Every schema version ever shipped stays readable.
 */
export const SALE_SCHEMA = 1

const shortText = z.string().max(255)
/** Text read by a scanner or another device, with invalid surrogates replaced. */
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

/** Response of the card terminal or the payment service, stored unchanged. */
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

/** Sold or reloaded gift voucher: money received in advance (docs/domain.md#vouchers-sold-at-tills). */
const SaleVoucher = z.object({
  number: shortText.min(1),
  amount: amountIn({ above: 0 }),
  isReload: z.boolean().meta({ description: 'True when an existing voucher is topped up' }),
})

/**
 * Discount from one source, on one line or, for a discount of the receipt, on several lines
 * (docs/domain.md#receipts).
 */
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

/** Explanation of why a promotion or the card gave a discount, or none (docs/domain.md#promotions). */
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

/** Points of the card as printed on the receipt. In a return: the points refunded to the card and taken from it. */
const SalePoints = z.object({
  spent: points,
  earned: points.meta({ description: 'Points by the program, without those of promotions' }),
  gifts: z
    .array(z.object({ promotionId: Id, name: z.string().max(1000), points }))
    .max(1000)
    .default([]),
})

/** Clock of the till. It is recorded, but never used to order sales (docs/sync.md I-14 and I-15). */
export const SaleClock = z.object({
  utcOffsetMinutes: integer(),
  timeZone: shortText,
  bootId: shortText,
  monotonicMs: z.number(),
  hubOffsetMs: z.number().nullish().meta({ description: 'Hub time minus till time at the last contact' }),
  hubOffsetAgeMs: z.number().nullish().meta({ description: 'Age of that measurement' }),
})

/**
 * Body of a sale. Unknown members, which a newer till can send, are ignored here but kept in the stored
 * bytes. Members added without a new schema version have a default here.
 */
export const SaleBody = z
  .object({
    schema: z.literal(SALE_SCHEMA),
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
    lines: z.array(SaleLine).max(MOST_LINES).meta({ description: 'Empty when only vouchers are sold' }),
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
    discountApproval: SaleApproval.nullish().meta({
      description: 'The last approval; null: none was needed',
    }),
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
    trace: z.array(SaleTrace).max(1000).default([]).meta({
      description: 'Results of promotions and the card, with the reasons of those that gave nothing',
    }),
    exchangeSaleId: Id.nullish().meta({
      description: 'For an exchange: the other half, which references this one (docs/domain.md#exchanges)',
    }),
    receiptToken: shortText
      .nullish()
      .meta({ description: 'Token of the page of the receipt (shared/receipts/receipt-token.ts)' }),
    refundReason: shortText.nullish().meta({
      description: 'For returns: the reason for refunding more in a tender than was paid with it',
    }),
  })
  .refine(({ lines, vouchers }) => lines.length + vouchers.length > 0, {
    path: ['lines'],
    error: 'nothing is sold',
  })
/** Sale on the wire, with decimal numbers in major units. */
export type SaleBody = z.input<typeof SaleBody>
/** Parsed sale, with numbers in whole steps. */
export type ReadSale = z.output<typeof SaleBody>
