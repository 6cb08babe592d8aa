import { z } from 'zod'
import { Count, Day, Id, optionalText, Position, paragraphs, text, UtcTime } from '#shared/domain/fields.ts'
import { SaleFiscal } from '#shared/domain/sale-fiscal.ts'
import { TENDER_TYPES } from '#shared/domain/tenders.ts'
import { AmountOut, amountIn, CostOut, PercentOut, QuantityOut, RateOut } from '#shared/money/wire.ts'
import { SaleDiscount, SaleTrace, TerminalData } from '#shared/sync/sale.ts'
import {
  BooleanQuery,
  CostPending,
  createFields,
  IdsQuery,
  listQuery,
  pageOf,
  recordFields,
  updateFields,
} from '../common.ts'
import {
  DocumentStatus,
  draftFields,
  MarkingCodes,
  MOST_LINES,
  MovedQuantity,
  noneIfAbsent,
  Percent,
  VatRate,
} from '../documents.ts'
import { endpoint, resource } from '../endpoint.ts'
import { ExportQuery } from '../exports.ts'
import { Postings, Warnings } from '../postings.ts'
import { PriceOverrides } from '../price-overrides.ts'
import { DRILL_DOWN_QUERY } from '../reports/sold.ts'
import { VAT_INCLUDED, VatBreakdown } from '../vat.ts'

export const SaleSource = z.enum(['BackOffice', 'Pos', 'Import'])

/** Product that a flag concerns, with its name on the receipt. The detail of the flag does not repeat the name. */
export const FlaggedProduct = z.object({ id: Id, name: z.string() }).meta({ id: 'FlaggedProduct' })
export type FlaggedProduct = z.infer<typeof FlaggedProduct>

export const FlagValues = z.record(z.string(), z.union([z.string(), z.number()])).meta({
  id: 'FlagValues',
  description: 'Values in the detail, sums in major units; `case`: variant of the detail of the code',
})

export type FlagValues = z.infer<typeof FlagValues>

/** Suspicious finding in an uploaded sale, for review by a user. It never prevents the posting of the sale. */
export const SaleFlag = z
  .object({
    code: z.string(),
    lineNo: Position.optional(),
    product: FlaggedProduct.optional(),
    detail: z.string(),
    values: FlagValues.optional(),
  })
  .meta({ id: 'SaleFlag' })
export type SaleFlag = z.infer<typeof SaleFlag>

/** Payment method of a payment or refund. */
export const PaymentType = z.enum(TENDER_TYPES)

const header = {
  ...recordFields,
  number: z.string(),
  receiptNumber: z.string().nullable(),
  date: UtcTime,
  status: DocumentStatus,
  isReturn: z.boolean(),
  originalSaleId: Id.nullable(),
  exchangeSaleId: Id.nullable().meta({
    description: 'Other half of an exchange: the sale for a return, the return for a sale',
  }),
  storeId: Id,
  retailPointId: Id.nullable(),
  shiftId: Id.nullable(),
  terminalId: z.string().nullable().meta({ description: 'Till of the retail point' }),
  shiftReceiptNumber: Position.nullable().meta({ description: 'Number in the shift, from 1' }),
  taxSystem: z.string().nullable().meta({ description: 'Tax system of the retail point when it was sold' }),
  fiscal: SaleFiscal.nullable().meta({
    description: 'Fiscal receipt; null: none is made. Details: /api/sales/fiscal-receipts/{id}',
  }),
  cashierId: Id.nullable(),
  cashierName: z.string().nullable(),
  customerId: Id.nullable(),
  unknownCustomerId: Id.nullable().meta({
    description: 'Id sent by the till, when the organization has no such customer',
  }),
  loyaltyCardId: Id.nullable(),
  customerPhone: z.string().nullable(),
  customerEmail: z.string().nullable(),
  refundReason: z.string().nullable().meta({
    description: 'For returns: reason why more is refunded in a tender than was paid in it',
  }),
  comment: z.string().nullable(),
  vatIncluded: z.boolean().meta({ description: 'true: prices of the lines include VAT' }),
  sum: AmountOut.meta({ description: 'Sum to pay: the sums of the lines plus roundingSum' }),
  vatSum: AmountOut,
  discountSum: AmountOut,
  roundingSum: AmountOut.meta({ description: 'Negative when rounded down' }),
  paidSum: AmountOut.meta({ description: 'Money received: the payments before change' }),
  voucherSum: AmountOut.meta({
    description: 'Paid in advance for the vouchers of the receipt, besides sum; not part of the turnover',
  }),
  changeSum: AmountOut,
  foreignMoney: z
    .object({ currencyCode: z.string(), rate: RateOut, multiplicity: Count, sum: AmountOut })
    .nullable()
    .meta({
      description:
        'For a receipt that a till sold in another currency: its sums in that currency, and the rate for booking it',
    }),
  costSum: CostOut.optional().meta({ description: 'Only for users who may see costs; 0 for a draft' }),
  costPending: CostPending.optional(),
  linesCount: Count,
  payments: z.array(
    z.object({
      type: z.string(),
      amount: AmountOut,
      reference: z.string().nullable(),
      originType: z.string().nullable().meta({ description: 'For SetOff: the original tender' }),
      changeAmount: AmountOut.nullable().meta({
        description: 'Part of it given back as change; null when the till does not state it',
      }),
      terminalData: TerminalData.nullable(),
    }),
  ),
  source: SaleSource,
  soldAt: UtcTime,
  receivedAt: UtcTime,
  postedAt: UtcTime.nullable(),
  postedById: Id.nullable().meta({ description: 'null when it was posted by its upload' }),
  flags: z.array(SaleFlag),
  reviewedAt: UtcTime.nullable().meta({ description: 'Time when the flags were settled' }),
  reviewedById: Id.nullable(),
  reviewNote: z.string().nullable(),
  priceOverrides: PriceOverrides,
}

export const RetailSaleSummary = z.object(header).meta({ id: 'RetailSaleSummary' })
export type RetailSaleSummary = z.infer<typeof RetailSaleSummary>

export const RetailSale = z
  .object({
    ...header,
    discounts: z.array(SaleDiscount).meta({
      description: 'Sources of the discounts, as sent by the till; empty for a sale of the back office',
    }),
    trace: z.array(SaleTrace).meta({
      description: 'Effects of promotions and the card, and reasons why others had none, as sent by the till',
    }),
    bonusSpent: AmountOut.meta({ description: 'Points; for a return: points given back' }),
    bonusEarned: AmountOut.meta({ description: 'Points; for a return: points taken back' }),
    vatBreakdown: VatBreakdown,
    vouchers: z
      .array(z.object({ number: z.string(), amount: AmountOut, isReload: z.boolean() }))
      .meta({ description: 'Gift vouchers that it sold or reloaded, or that a return took back' }),
    postings: Postings,
    warnings: Warnings,
    lines: z.array(
      z.object({
        id: Id,
        lineNo: Position,
        productId: Id,
        productName: z.string(),
        quantity: QuantityOut,
        price: AmountOut,
        discountAmount: AmountOut,
        discountPercent: PercentOut.nullable().meta({
          description: 'Percentage as entered; null when the discount was given as an amount',
        }),
        finalPrice: AmountOut.meta({ description: 'Price paid for one piece: sum / quantity, rounded' }),
        sum: AmountOut,
        vatRate: PercentOut.nullable(),
        vatSum: AmountOut,
        unitCost: CostOut.optional(),
        costSum: CostOut.optional(),
        originalLineId: Id.nullable(),
        returnedQuantity: QuantityOut,
        trackingType: z.string().nullable().meta({
          description:
            'Value of the product when it was sold, like paymentSubject and ntin; null when not known',
        }),
        paymentSubject: z.string().nullable(),
        ntin: z.string().nullable(),
        markingCodes: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'RetailSale' })
export type RetailSale = z.infer<typeof RetailSale>

const Amount = amountIn({ min: 0 })

const LineIn = z.strictObject({
  id: Id.optional().meta({ description: 'Id of the line, which it keeps in updates' }),
  productId: Id,
  quantity: MovedQuantity,
  price: Amount,
  discountAmount: noneIfAbsent(Amount).meta({
    description: 'Discount of the whole line; takes precedence over the percentage',
  }),
  discountPercent: noneIfAbsent(Percent),
  vatRate: VatRate,
  originalLineId: noneIfAbsent(Id).meta({
    description: 'Required in returns: line of the original receipt',
  }),
  markingCodes: MarkingCodes,
})
export type RetailSaleLineInput = z.output<typeof LineIn>

const PaymentIn = z.strictObject({
  type: PaymentType.exclude(['SetOff']),
  amount: amountIn({ above: 0 }),
  reference: optionalText(255),
})

const MOST_PAYMENTS = 100

const editable = {
  ...draftFields,
  storeId: Id,
  retailPointId: noneIfAbsent(Id),
  cashierId: noneIfAbsent(Id).meta({ description: 'Employee who sells' }),
  customerId: noneIfAbsent(Id).meta({ description: 'Omitted with a loyalty card: the holder of the card' }),
  loyaltyCardId: noneIfAbsent(Id).meta({
    description:
      'Card that earns and spends points when the sale is posted; a return has that of its receipt',
  }),
  customerPhone: optionalText(255).meta({ description: 'Recipient of the electronic receipt' }),
  customerEmail: optionalText(255).refine((value) => value === null || z.email().safeParse(value).success, {
    error: 'is no e-mail address',
  }),
  vatIncluded: z.boolean().optional().meta({ description: VAT_INCLUDED }),
  lines: z.array(LineIn).max(MOST_LINES).default([]),
  payments: z
    .array(PaymentIn)
    .max(MOST_PAYMENTS)
    .default([])
    .meta({ description: 'For posting, payments less change must equal the sum; change is cash' }),
}

const RetailSaleCreate = z.strictObject({ ...createFields, ...editable }).meta({ id: 'RetailSaleCreate' })
const RetailSaleUpdate = z.strictObject({ ...updateFields, ...editable }).meta({ id: 'RetailSaleUpdate' })
/** Input of a draft. */
export type RetailSaleInput = Omit<z.output<typeof RetailSaleCreate>, 'payments'> & {
  version?: number
  payments: (Omit<z.output<typeof PaymentIn>, 'type'> & { type: string })[]
}

const ReviewRetailSale = z.strictObject({ note: paragraphs(2000) }).meta({ id: 'ReviewRetailSale' })

const RetailSalePage = pageOf(RetailSaleSummary, 'RetailSalePage')
export const RetailSaleListQuery = listQuery(['date', 'number', 'sum', 'receivedAt']).extend({
  status: DocumentStatus.optional(),
  storeId: Id.optional(),
  retailPointId: Id.optional(),
  isReturn: BooleanQuery.optional(),
  customerId: Id.optional(),
  cashierId: Id.optional(),
  shiftId: Id.optional(),
  terminalId: text(255).optional(),
  productId: Id.optional().meta({ description: 'Only sales with this product' }),
  paymentType: PaymentType.optional().meta({
    description: 'Only sales paid in this tender, at least in part',
  }),
  source: SaleSource.optional(),
  needsReview: BooleanQuery.optional().meta({
    description: 'true: only sales with unsettled flags',
  }),
  flag: text(64).optional().meta({ description: 'Only sales flagged with this code, settled or not' }),
  from: Day.optional().meta({ description: 'First day, in the time zone of the organization' }),
  to: Day.optional().meta({ description: 'Last day, included' }),
  retailPointIds: IdsQuery,
  ...DRILL_DOWN_QUERY,
})
export type RetailSaleListQuery = z.output<typeof RetailSaleListQuery>
export const RetailSaleExportQuery = RetailSaleListQuery.omit({
  page: true,
  pageSize: true,
  sort: true,
}).extend(ExportQuery.shape)
export type RetailSaleFilters = Omit<RetailSaleListQuery, 'page' | 'pageSize' | 'sort'>

export const RETAIL = resource({
  base: '/api/sales/retail',
  contracts: {
    item: RetailSale,
    page: RetailSalePage,
    create: RetailSaleCreate,
    update: RetailSaleUpdate,
    list: RetailSaleListQuery,
  },
})

export const REVIEW_SALE = endpoint({
  method: 'post',
  path: '/api/sales/retail/{id}/review',
  body: ReviewRetailSale,
  answer: RetailSale,
})

export const CREATE_RETURN = endpoint({
  method: 'post',
  path: '/api/sales/retail/{id}/create-return',
  answer: RetailSale,
})
