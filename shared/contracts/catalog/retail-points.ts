import { z } from 'zod'
import { CashRounding, CashRoundingScope } from '#shared/domain/cash-rounding.ts'
import {
  Id,
  integer,
  optionalParagraphs,
  optionalText,
  text,
  textOrEmpty,
  UtcTime,
} from '#shared/domain/fields.ts'
import { RECEIPT_LANGUAGES } from '#shared/domain/receipt-languages.ts'
import { TaxSystem } from '#shared/domain/tax-system.ts'
import { TENDER_TYPES, TILL_TENDER_TYPES } from '#shared/domain/tenders.ts'
import { ZeroLines } from '#shared/domain/zero-lines.ts'
import { amountToNumber } from '#shared/money/decimal.ts'
import { AmountOut, amountIn, PercentOut, percentIn } from '#shared/money/wire.ts'
import { BooleanQuery, ById, createFields, listQuery, pageOf, recordFields, updateFields } from '../common.ts'
import { endpoint, resource } from '../endpoint.ts'

/** Rounding steps (docs/domain.md#cash-rounding), in major units. */
const ROUNDING_STEPS = [0.01, 0.05, 1, 5, 10]

/** Returns the schema of a list without duplicates. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .max(1000)
    .transform((items) => [...new Set(items)])
    .default([])

const editable = {
  name: text(255),
  code: optionalText(255),
  address: optionalText(255),
  storeId: Id,
  priceTypeId: Id,
  isActive: z.boolean().default(true),
  numberPrefix: textOrEmpty(10)
    .default('')
    .meta({ description: 'Prefix of the numbers that the back office gives to receipts of this point' }),
  productGroupIds: listOf(Id).meta({
    description: 'Assortment: these groups with their subgroups; empty: all products',
  }),
  onlyInStock: z.boolean().default(false).meta({
    description: 'Tills list only products in stock; a scanned product is always found',
  }),
  controlStock: z.boolean().default(false).meta({
    description:
      'The till sells at most its known stock, unless the cashier overrides this; head office is notified of overrides',
  }),
  allowDiscount: z.boolean().default(true).meta({ description: 'The cashier may give discounts' }),
  maxDiscountPercent: percentIn({ min: 0, max: 100 })
    .prefault(100)
    .meta({ description: 'Maximum discount that a cashier may give on a line' }),
  zeroLines: ZeroLines.default('Cent').meta({
    description: 'Allow: a discount may take a line down to 0; Cent: it leaves 0.01 of each unit',
  }),
  allowCustomPrice: z.boolean().default(false).meta({ description: 'The cashier may change a price' }),
  allowDeleteLines: z.boolean().default(true).meta({ description: 'The cashier may remove lines' }),
  allowReturnWithoutBasis: z
    .boolean()
    .default(false)
    .meta({ description: 'Allows returns without a receipt' }),
  allowReturnFromClosedShift: z.boolean().default(true),
  offlineVoucherLimit: amountIn({ min: 0 }).prefault(0).meta({
    description:
      'Maximum that a gift voucher pays while a till cannot check its balance, for all sales together that head office has not received yet',
  }),
  maxVoucherSale: amountIn({ min: 0 }).prefault(0).meta({
    description:
      'Maximum amount for which tills sell or reload a gift voucher; above it a supervisor approves. 0: they sell none',
  }),
  allowRefundOtherTender: z.boolean().default(false).meta({
    description: 'A return may be refunded in another way than it was paid, if the cashier states a reason',
  }),
  requireShift: z.boolean().default(true).meta({
    description: 'Tills complete a receipt only in an open shift',
  }),
  blindClose: z.boolean().default(false).meta({
    description: 'The cashier counts the drawer before the till shows the expected cash',
  }),
  requireCashierChoice: z.boolean().default(false).meta({ description: 'Each sale names its cashier' }),
  printAlways: z.boolean().default(false),
  syncCustomers: z.boolean().default(false).meta({
    description: 'Tills store customer data: name, phone, e-mail, tags',
  }),
  taxSystem: TaxSystem.nullish()
    .transform((value) => value ?? null)
    .meta({ description: 'Tax system of fiscal receipts in Russia; null: that of the cash box' }),
  vatIncluded: z.boolean().default(true).meta({ description: 'Prices include VAT' }),
  cashRounding: CashRounding.default('None').meta({
    description: 'Rounding of the sum of a receipt at payment',
  }),
  cashRoundingStep: amountIn({ min: 0.01, max: 10 })
    .prefault(0.01)
    .meta({
      description: `Smallest coin for rounding: ${ROUNDING_STEPS.join(', ')}`,
    }),
  cashRoundingAppliesTo: CashRoundingScope.default('CashOnly').meta({
    description:
      'CashOnly: applies to the remainder paid in cash; All: applies to the sum, however it is paid',
  }),
  paymentTypes: listOf(z.enum(TILL_TENDER_TYPES))
    .refine((types) => types.length > 0, { error: 'must name a way to pay' })
    .default(['Cash', 'Card'])
    .meta({ description: 'Tenders that the tills accept' }),
  cashierIds: listOf(Id).meta({ description: 'Employees who work here; empty: all permitted ones' }),
  receiptHeader: optionalParagraphs(4096),
  receiptFooter: optionalParagraphs(4096),
  receiptLanguage: z
    .enum(RECEIPT_LANGUAGES)
    .default('ru')
    .meta({ description: 'Language of printed documents for customers' }),
  receiptQr: z.boolean().default(false).meta({
    description: 'Receipts have a QR code that links to their page, `/r/{token}`',
  }),
  paperWidth: z
    .union([z.literal(58), z.literal(80)])
    .default(80)
    .meta({ description: 'Millimetres' }),
}

function checkRounding({ value, issues }: z.core.ParsePayload<z.output<z.ZodObject<typeof editable>>>) {
  const { cashRounding, cashRoundingStep } = value
  if (cashRounding === 'None' || ROUNDING_STEPS.includes(amountToNumber(cashRoundingStep))) return
  const message = `must be one of: ${ROUNDING_STEPS.join(', ')}`
  issues.push({ code: 'custom', path: ['cashRoundingStep'], input: value, message })
}

export const RetailPointCreate = z
  .strictObject({ ...createFields, ...editable })
  .check(checkRounding)
  .meta({ id: 'RetailPointCreate' })
export type RetailPointCreate = z.output<typeof RetailPointCreate>
export const RetailPointUpdate = z
  .strictObject({ ...updateFields, ...editable })
  .check(checkRounding)
  .meta({ id: 'RetailPointUpdate' })
export type RetailPointUpdate = z.output<typeof RetailPointUpdate>

export const RetailPoint = z
  .object({
    ...recordFields,
    name: z.string(),
    code: z.string().nullable(),
    address: z.string().nullable(),
    storeId: Id,
    priceTypeId: Id,
    isActive: z.boolean(),
    numberPrefix: z.string(),
    productGroupIds: z.array(Id),
    onlyInStock: z.boolean(),
    controlStock: z.boolean(),
    allowDiscount: z.boolean(),
    maxDiscountPercent: PercentOut,
    zeroLines: ZeroLines,
    allowCustomPrice: z.boolean(),
    allowDeleteLines: z.boolean(),
    allowReturnWithoutBasis: z.boolean(),
    allowReturnFromClosedShift: z.boolean(),
    allowRefundOtherTender: z.boolean(),
    requireShift: z.boolean(),
    blindClose: z.boolean(),
    offlineVoucherLimit: AmountOut,
    maxVoucherSale: AmountOut,
    requireCashierChoice: z.boolean(),
    printAlways: z.boolean(),
    syncCustomers: z.boolean(),
    taxSystem: TaxSystem.nullable(),
    vatIncluded: z.boolean(),
    cashRounding: CashRounding,
    cashRoundingStep: AmountOut,
    cashRoundingAppliesTo: CashRoundingScope,
    paymentTypes: z.array(z.enum(TENDER_TYPES)),
    cashierIds: z.array(Id),
    receiptHeader: z.string().nullable(),
    receiptFooter: z.string().nullable(),
    receiptLanguage: z.enum(RECEIPT_LANGUAGES),
    paperWidth: integer(),
    receiptQr: z.boolean(),
    logoUrl: z.string().nullable().meta({
      description: 'Path of the logo at the hub, a PNG; needs no token. null: receipts have no logo',
    }),
  })
  .meta({ id: 'RetailPoint' })
export type RetailPoint = z.infer<typeof RetailPoint>

export const MAX_LOGO_BYTES = 2 * 1024 * 1024

const RetailPointPage = pageOf(RetailPoint, 'RetailPointPage')
export const RetailPointListQuery = listQuery(['name', 'code', 'createdAt', 'updatedAt']).extend({
  storeId: Id.optional(),
  isActive: BooleanQuery.optional(),
})
export type RetailPointListQuery = z.output<typeof RetailPointListQuery>

const PairingCodeRequest = z
  .strictObject({
    replacesDeviceId: Id.nullish().meta({
      description: 'Device to replace: it is revoked, and its receipts can be recalled',
    }),
  })
  .meta({ id: 'PairingCodeRequest' })

/**
 * Pairing code for the user who installs the agent. It is shown once, and valid for one enrolment and a short
 * time.
 */
export const PairingCode = z
  .object({ code: z.string().meta({ examples: ['7KQ4-M2XD'] }), retailPointId: Id, expiresAt: UtcTime })
  .meta({ id: 'PairingCode' })
export type PairingCode = z.infer<typeof PairingCode>

export const RETAIL_POINTS = resource({
  base: '/api/catalog/retail-points',
  contracts: {
    item: RetailPoint,
    page: RetailPointPage,
    create: RetailPointCreate,
    update: RetailPointUpdate,
    list: RetailPointListQuery,
  },
})
export const MAKE_PAIRING_CODE = endpoint({
  method: 'post',
  path: `${RETAIL_POINTS.base}/{id}/pairing-code`,
  body: PairingCodeRequest,
  answer: PairingCode,
})

/** Sets the logo. The body is a form with the part `file`. */
export const PUT_RETAIL_POINT_LOGO = endpoint({
  method: 'put',
  path: `${RETAIL_POINTS.base}/{id}/logo`,
  params: ById,
  answer: RetailPoint,
})
export const REMOVE_RETAIL_POINT_LOGO = endpoint({
  method: 'delete',
  path: `${RETAIL_POINTS.base}/{id}/logo`,
  answer: null,
})
