import { z } from 'zod'
import {
  AmountIn,
  AmountOut,
  CostIn,
  CostOut,
  PercentIn,
  PercentOut,
  QuantityIn,
  QuantityOut,
} from '#shared/money/wire.ts'
import { isBarcodeValid } from './barcode.ts'
import {
  BooleanQuery,
  createFields,
  Id,
  listQuery,
  optionalText,
  pageOf,
  recordFields,
  text,
  updateFields,
  Version,
} from './common.ts'

export const ProductKind = z.enum(['Good', 'Service', 'Bundle'])
export const PaymentSubject = z.enum(['Good', 'Excisable', 'Service', 'Other'])
export type PaymentSubject = z.infer<typeof PaymentSubject>
export const TrackingType = z.enum([
  ...['NotTracked', 'Tobacco', 'Shoes', 'Clothes', 'Perfumery', 'Tires', 'Milk', 'Water', 'Beer', 'Medical'],
  ...['Supplements', 'Other'],
] as const)
export type TrackingType = z.infer<typeof TrackingType>
export const BarcodeType = z.enum(['Ean13', 'Ean8', 'UpcA', 'Gtin', 'Code128'])

const BarcodeIn = z
  .object({ value: text(255), type: BarcodeType.default('Code128') })
  .refine((barcode) => isBarcodeValid(barcode.value, barcode.type), {
    path: ['value'],
    error: 'is not a valid code of this type: check its length and check digit',
  })
const BarcodeOut = z.object({ value: z.string(), type: BarcodeType })

const nonNegative = { error: 'must not be negative' }
const PriceIn = AmountIn.refine((value) => value >= 0, nonNegative)

const editable = {
  name: text(255),
  code: optionalText(255).meta({
    description: 'Unique in the organization; a 5-digit number when left empty',
  }),
  article: optionalText(255),
  externalCode: optionalText(255).meta({ description: 'Key for imports; unique in the organization' }),
  productGroupId: Id.nullish().transform((value) => value ?? null),
  unitOfMeasureId: Id.optional().meta({
    description: 'An enabled unit; when left out, pieces or, in an update, the one it has',
  }),
  barcodes: z
    .array(BarcodeIn)
    .max(50)
    .refine((list) => new Set(list.map((barcode) => barcode.value)).size === list.length, {
      error: 'the same barcode is listed twice',
    })
    .default([]),
  cost: CostIn.refine((value) => value >= 0, nonNegative).optional(),
  retailPrice: PriceIn.optional().meta({ description: 'Price of the default price type' }),
  prices: z
    .array(z.object({ priceTypeId: Id, value: PriceIn }))
    .max(100)
    .refine((list) => new Set(list.map((price) => price.priceTypeId)).size === list.length, {
      error: 'the same price type is listed twice',
    })
    .optional()
    .meta({
      description:
        'Prices by price type; the default price type may be given here or as retailPrice. Left out of an update, the prices stay',
    }),
  minPrice: PriceIn.nullish().transform((value) => value ?? null),
  vatRate: PercentIn.refine((value) => value >= 0 && value <= 10_000, { error: 'must be between 0 and 100' })
    .nullish()
    .transform((value) => value ?? null)
    .meta({ description: 'null: without VAT; 0: VAT of 0 %' }),
  minStock: QuantityIn.refine((value) => value >= 0, nonNegative)
    .nullish()
    .transform((value) => value ?? null),
  isWeighed: z.boolean().default(false),
  weightCode: z
    .string()
    .regex(/^\d{1,5}$/, { error: 'must be 1 to 5 digits' })
    .nullish()
    .transform((value) => value ?? null),
  kind: ProductKind.default('Good'),
  isDiscountProhibited: z.boolean().default(false),
  description: optionalText(4096),
  isArchived: z.boolean().default(false),
}

export const ProductCreate = z.strictObject({ ...createFields, ...editable }).meta({ id: 'ProductCreate' })
export type ProductCreate = z.output<typeof ProductCreate>
export const ProductUpdate = z.strictObject({ ...updateFields, ...editable }).meta({ id: 'ProductUpdate' })
export type ProductUpdate = z.output<typeof ProductUpdate>

export const Product = z
  .object({
    ...recordFields,
    name: z.string(),
    code: z.string(),
    article: z.string().nullable(),
    externalCode: z.string().nullable(),
    productGroupId: Id.nullable(),
    groupPath: z.string().nullable(),
    unitOfMeasureId: Id,
    unitName: z.string(),
    barcodes: z.array(BarcodeOut),
    cost: CostOut.optional().meta({ description: 'Only for those who may see costs' }),
    retailPrice: AmountOut,
    prices: z.array(z.object({ priceTypeId: Id, value: AmountOut })),
    minPrice: AmountOut.nullable(),
    vatRate: PercentOut.nullable(),
    minStock: QuantityOut.nullable(),
    isWeighed: z.boolean(),
    weightCode: z.string().nullable(),
    kind: ProductKind,
    isDiscountProhibited: z.boolean(),
    description: z.string().nullable(),
    isArchived: z.boolean(),
  })
  .meta({ id: 'Product' })
export type Product = z.infer<typeof Product>
export const ProductPage = pageOf(Product, 'ProductPage')

export const ProductListQuery = listQuery(['name', 'code', 'article', 'createdAt', 'updatedAt']).extend({
  productGroupId: Id.optional().meta({ description: 'The group with all groups below it' }),
  isArchived: BooleanQuery.optional(),
})
export type ProductListQuery = z.output<typeof ProductListQuery>

export const ProductPriceChange = z
  .strictObject({ ...updateFields, retailPrice: AmountIn, version: Version.optional() })
  .meta({ id: 'ProductPriceChange' })
export type ProductPriceChange = z.output<typeof ProductPriceChange>

/** By barcode: the product itself when one has it, an object with items when several do. */
export const ProductByBarcode = z.union([Product, z.object({ items: z.array(Product) })])

export const QuickSearchQuery = z.object({
  query: z.string().trim().min(1).max(255),
  limit: z.coerce.number().int().min(1).max(50).default(20),
})
export type QuickSearchQuery = z.output<typeof QuickSearchQuery>

const QuickSearchItem = z.object({
  id: Id,
  name: z.string(),
  code: z.string(),
  article: z.string().nullable(),
  barcode: z.string().nullable(),
  unitName: z.string(),
  retailPrice: AmountOut,
})
export type QuickSearchItem = z.infer<typeof QuickSearchItem>
export const QuickSearchResult = z
  .object({ items: z.array(QuickSearchItem) })
  .meta({ id: 'QuickSearchResult' })
