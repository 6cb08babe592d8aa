import { z } from 'zod'
import { AmountOut, amountIn, CostOut, PercentOut, QuantityOut, RateOut } from '#shared/money/wire.ts'
import { TENDER_TYPES } from '#shared/pricing/tenders.ts'
import { SaleDiscount, SaleTrace, TerminalData } from '#shared/sync/sale.ts'
import {
  BooleanQuery,
  CostPending,
  Count,
  createFields,
  Day,
  Id,
  IdsQuery,
  listQuery,
  optionalText,
  Position,
  pageOf,
  paragraphs,
  recordFields,
  text,
  UtcTime,
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
import { LIST_AS_REPORTED } from '../reports/sold.ts'
import { VAT_INCLUDED, VatBreakdown } from '../vat.ts'
import { SaleFiscal } from './sale-fiscal.ts'

export const SaleSource = z.enum(['BackOffice', 'Pos', 'Import'])

/** The product that a flag is about, by its name on the receipt; the detail does not repeat it. */
export const FlaggedProduct = z.object({ id: Id, name: z.string() }).meta({ id: 'FlaggedProduct' })
export type FlaggedProduct = z.infer<typeof FlaggedProduct>

export const FlagValues = z.record(z.string(), z.union([z.string(), z.number()])).meta({
  id: 'FlagValues',
  description: 'What the detail names, sums in major units; `case`: which detail of the code',
})

export type FlagValues = z.infer<typeof FlagValues>

/** Something about an uploaded sale that a person should look at. It never stops the sale from being posted. */
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

/** How a customer pays, or is paid back. */
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
    description: 'Of an exchange its other half: the sale of a return, the return of a sale',
  }),
  storeId: Id,
  retailPointId: Id.nullable(),
  shiftId: Id.nullable(),
  terminalId: z.string().nullable().meta({ description: 'The till of the retail point' }),
  shiftReceiptNumber: Position.nullable().meta({ description: 'Of the shift, from 1' }),
  taxSystem: z.string().nullable().meta({ description: 'Of the retail point when it was sold' }),
  fiscal: SaleFiscal.nullable().meta({
    description: 'Its fiscal receipt; null: none is made. More of it: /api/sales/fiscal-receipts/{id}',
  }),
  cashierId: Id.nullable(),
  cashierName: z.string().nullable(),
  customerId: Id.nullable(),
  unknownCustomerId: Id.nullable().meta({
    description: 'As the till named it, when the organization has no such customer',
  }),
  loyaltyCardId: Id.nullable(),
  customerPhone: z.string().nullable(),
  customerEmail: z.string().nullable(),
  refundReason: z.string().nullable().meta({
    description: 'Returns: why more is given back in some way than was paid so',
  }),
  comment: z.string().nullable(),
  vatIncluded: z.boolean().meta({ description: 'Whether the prices of the lines have the VAT in them' }),
  sum: AmountOut.meta({ description: 'To be paid: the sums of the lines plus roundingSum' }),
  vatSum: AmountOut,
  discountSum: AmountOut,
  roundingSum: AmountOut.meta({ description: 'Negative when rounded down' }),
  paidSum: AmountOut.meta({ description: 'What was given: the payments, change not taken off' }),
  voucherSum: AmountOut.meta({
    description: 'Paid in advance for the vouchers of the receipt, besides sum; no turnover',
  }),
  changeSum: AmountOut,
  foreignMoney: z
    .object({ currencyCode: z.string(), rate: RateOut, multiplicity: Count, sum: AmountOut })
    .nullable()
    .meta({
      description:
        'Of a receipt that a till sold in another currency: what it came to there, and the rate at which it is booked',
    }),
  costSum: CostOut.optional().meta({ description: 'Only for those who may see costs; 0 for a draft' }),
  costPending: CostPending.optional(),
  linesCount: Count,
  payments: z.array(
    z.object({
      type: z.string(),
      amount: AmountOut,
      reference: z.string().nullable(),
      originType: z.string().nullable().meta({ description: 'Of SetOff: how it was paid before' }),
      changeAmount: AmountOut.nullable().meta({
        description: 'What of it was given back as change; null when the till does not say',
      }),
      terminalData: TerminalData.nullable(),
    }),
  ),
  source: SaleSource,
  soldAt: UtcTime,
  receivedAt: UtcTime,
  postedAt: UtcTime.nullable(),
  postedById: Id.nullable().meta({ description: 'null when it was posted as it was uploaded' }),
  flags: z.array(SaleFlag),
  reviewedAt: UtcTime.nullable().meta({ description: 'When somebody settled what is flagged' }),
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
      description: 'What has given the discounts, as the till tells it; empty for those of the back office',
    }),
    trace: z.array(SaleTrace).meta({
      description: 'What promotions and the card gave, and why others gave nothing, as the till tells it',
    }),
    bonusSpent: AmountOut.meta({ description: 'Points; of a return: those that it has given back' }),
    bonusEarned: AmountOut.meta({ description: 'Points; of a return: those that it has taken back' }),
    vatBreakdown: VatBreakdown,
    vouchers: z
      .array(z.object({ number: z.string(), amount: AmountOut, isReload: z.boolean() }))
      .meta({ description: 'Gift vouchers that it sold or reloaded; of a return: took back' }),
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
          description: 'As it was given; null when the discount was given as an amount',
        }),
        finalPrice: AmountOut.meta({ description: 'Of one piece, as it was paid: sum / quantity, rounded' }),
        sum: AmountOut,
        vatRate: PercentOut.nullable(),
        vatSum: AmountOut,
        unitCost: CostOut.optional(),
        costSum: CostOut.optional(),
        originalLineId: Id.nullable(),
        returnedQuantity: QuantityOut,
        trackingType: z.string().nullable().meta({
          description:
            'As the product was when it was sold, like paymentSubject and ntin; null when not known',
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
  id: Id.optional().meta({ description: 'Stays with the line through updates' }),
  productId: Id,
  quantity: MovedQuantity,
  price: Amount,
  discountAmount: noneIfAbsent(Amount).meta({
    description: 'Off the whole line; counts when both kinds of discount are given',
  }),
  discountPercent: noneIfAbsent(Percent),
  vatRate: VatRate,
  originalLineId: noneIfAbsent(Id).meta({
    description: 'Required in returns: the line of the original receipt',
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
  cashierId: noneIfAbsent(Id).meta({ description: 'The employee who sells' }),
  customerId: noneIfAbsent(Id).meta({ description: 'Left out with a loyalty card: the holder of the card' }),
  loyaltyCardId: noneIfAbsent(Id).meta({
    description: 'Earns points when the sale is posted, and pays with them; a return has that of its receipt',
  }),
  customerPhone: optionalText(255).meta({ description: 'Where the electronic receipt goes' }),
  customerEmail: optionalText(255).refine((value) => value === null || z.email().safeParse(value).success, {
    error: 'is no e-mail address',
  }),
  vatIncluded: z.boolean().optional().meta({ description: VAT_INCLUDED }),
  lines: z.array(LineIn).max(MOST_LINES).default([]),
  payments: z
    .array(PaymentIn)
    .max(MOST_PAYMENTS)
    .default([])
    .meta({ description: 'To post, payments less change must equal the sum; change is cash' }),
}

export const RetailSaleCreate = z
  .strictObject({ ...createFields, ...editable })
  .meta({ id: 'RetailSaleCreate' })
export const RetailSaleUpdate = z
  .strictObject({ ...updateFields, ...editable })
  .meta({ id: 'RetailSaleUpdate' })
/** What comes in for a draft. */
export type RetailSaleInput = Omit<z.output<typeof RetailSaleCreate>, 'payments'> & {
  version?: number
  payments: (Omit<z.output<typeof PaymentIn>, 'type'> & { type: string })[]
}

export const ReviewRetailSale = z.strictObject({ note: paragraphs(2000) }).meta({ id: 'ReviewRetailSale' })

export const RetailSalePage = pageOf(RetailSaleSummary, 'RetailSalePage')
export const RetailSaleListQuery = listQuery(['date', 'number', 'sum', 'receivedAt']).extend({
  status: DocumentStatus.optional(),
  storeId: Id.optional(),
  retailPointId: Id.optional(),
  isReturn: BooleanQuery.optional(),
  customerId: Id.optional(),
  cashierId: Id.optional(),
  shiftId: Id.optional(),
  terminalId: text(255).optional(),
  productId: Id.optional().meta({ description: 'Sales with this product' }),
  paymentType: PaymentType.optional().meta({ description: 'Paid, or a part of it, in this way' }),
  source: SaleSource.optional(),
  needsReview: BooleanQuery.optional().meta({
    description: 'true: something is flagged that nobody has settled yet',
  }),
  flag: text(64).optional().meta({ description: 'Flagged with this code, settled or not' }),
  from: Day.optional().meta({ description: 'First day, in the time zone of the organization' }),
  to: Day.optional().meta({ description: 'Last day, included' }),
  retailPointIds: IdsQuery,
  ...LIST_AS_REPORTED,
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
