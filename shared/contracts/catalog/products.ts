import { z } from 'zod'
import { BarcodeType } from '#shared/domain/barcode.ts'
import {
  Count,
  codeText,
  Day,
  Id,
  integer,
  integerQuery,
  Moment,
  numberQuery,
  optionalParagraphs,
  optionalText,
  text,
  UtcTime,
  Version,
} from '#shared/domain/fields.ts'
import { RoundingDirection, RoundTo } from '#shared/domain/price-rounding.ts'
import { MAX_MINIMUM_AGE, PaymentSubject, ProductKind, TrackingType } from '#shared/domain/product.ts'
import { toSteps } from '#shared/money/decimal.ts'
import {
  AmountIn,
  AmountOut,
  amountIn,
  CostOut,
  costIn,
  PercentOut,
  percentIn,
  QuantityOut,
  quantityIn,
} from '#shared/money/wire.ts'
import {
  BooleanQuery,
  createFields,
  IdsQuery,
  listQuery,
  pageOf,
  pageQuery,
  recordFields,
  SearchText,
  updateFields,
} from '../common.ts'
import { endpoint, exportOf, resource } from '../endpoint.ts'
import { ExportQuery } from '../exports.ts'
import { VatRateIn } from '../vat.ts'
import { ProductImage } from './product-images.ts'

export const MAX_BARCODES = 50

const BarcodeIn = z.strictObject({ value: codeText(255), type: BarcodeType.default('Code128') })
const BarcodeOut = z.object({ value: z.string(), type: BarcodeType })

const PackIn = z.strictObject({
  uomId: Id.meta({ description: 'Enabled unit, such as a box' }),
  quantity: quantityIn({ above: 0 }).meta({
    description: 'Number of units of the product in the pack',
  }),
  barcode: codeText(255)
    .nullish()
    .transform((value) => value || null),
})
const PackOut = z.object({ uomId: Id, quantity: QuantityOut, barcode: z.string().nullable() })
const MAX_PACKS = 50

const PriceIn = amountIn({ min: 0 })
const NonNegativeQuantityIn = quantityIn({ min: 0 })

const VOLUME_PLACES = 6
/** Volume as decimal text, as stored in the database. */
const VolumeIn = z
  .number()
  .min(0)
  .max(999_999)
  .refine((value) => toSteps(value, VOLUME_PLACES) !== undefined, {
    error: `must have at most ${VOLUME_PLACES} decimal places`,
  })
  .transform((value) => value.toFixed(VOLUME_PLACES))

/** Code in a national catalog. */
const nationalCode = z
  .string()
  .trim()
  .regex(/^\d{0,20}$/, { error: 'must be at most 20 digits' })
  .nullish()
  .transform((value) => value || null)

export const MAX_FUTURE_PRICES = 20
const FuturePriceIn = z.strictObject({
  priceTypeId: Id,
  value: amountIn({ min: 0.01 }),
  startsAt: Moment,
})
const FuturePriceOut = z.object({ priceTypeId: Id, value: AmountOut, startsAt: UtcTime })

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? null)
const distinct =
  <Item>(key: (item: Item) => string) =>
  (list: Item[]) =>
    new Set(list.map(key)).size === list.length

const editable = {
  name: text(255),
  code: optionalText(255).meta({
    description: 'Unique in the organization; a 5-digit number when empty',
  }),
  article: optionalText(255),
  externalCode: optionalText(255).meta({
    description: 'Key for imports; unique in the organization; generated when empty',
  }),
  productGroupId: Id.nullish().transform((value) => value ?? null),
  unitOfMeasureId: Id.optional().meta({
    description: 'Enabled unit. Omitted: pieces for a new product, unchanged in an update',
  }),
  barcodes: z
    .array(BarcodeIn)
    .max(MAX_BARCODES)
    .refine(
      distinct<{ value: string }>((barcode) => barcode.value),
      { error: 'the same barcode is listed twice' },
    )
    .default([])
    .meta({
      description: 'Replaces the barcodes of the product; only the check digits of new ones are validated',
    }),
  packs: z
    .array(PackIn)
    .max(MAX_PACKS)
    .refine(
      distinct<{ uomId: string }>((pack) => pack.uomId),
      { error: 'the same unit is listed twice' },
    )
    .refine(
      (packs) => {
        const barcodes = packs.flatMap(({ barcode }) => barcode ?? [])
        return new Set(barcodes).size === barcodes.length
      },
      { error: 'the same barcode is listed twice' },
    )
    .optional()
    .meta({
      description: 'Packs, only for goods that are not weighed. Omitted in an update: unchanged',
    }),
  cost: costIn({ min: 0 }).optional(),
  retailPrice: PriceIn.optional().meta({ description: 'Price of the default price type' }),
  prices: z
    .array(z.strictObject({ priceTypeId: Id, value: PriceIn }))
    .max(100)
    .refine(
      distinct<{ priceTypeId: string }>((price) => price.priceTypeId),
      { error: 'the same price type is listed twice' },
    )
    .optional()
    .meta({
      description:
        'Prices by price type; the default price type may be given here or as retailPrice. 0 removes a price. Omitted in an update: unchanged',
    }),
  futurePrices: z
    .array(FuturePriceIn)
    .max(MAX_FUTURE_PRICES)
    .refine(
      distinct<{ priceTypeId: string; startsAt: Date }>(
        (price) => `${price.priceTypeId} ${price.startsAt.getTime()}`,
      ),
      { error: 'the same price type has two prices from the same moment on' },
    )
    .optional()
    .meta({ description: 'Prices that apply from a future moment on. Omitted in an update: unchanged' }),
  minPrice: optional(PriceIn),
  vatRate: optional(VatRateIn).meta({ description: 'null: without VAT; 0: VAT of 0 %' }),
  useGroupVat: z.boolean().optional().meta({
    description: 'true: the rate of the group applies instead; default: true when vatRate is omitted, too',
  }),
  minStock: optional(NonNegativeQuantityIn),
  minStockByStore: z
    .array(z.strictObject({ storeId: Id, minStock: NonNegativeQuantityIn }))
    .max(500)
    .refine(
      distinct<{ storeId: string }>((line) => line.storeId),
      { error: 'the same store is listed twice' },
    )
    .optional()
    .meta({ description: 'Omitted in an update: unchanged' }),
  isWeighed: z.boolean().default(false),
  weightCode: z
    .string()
    .regex(/^\d{1,5}$/, { error: 'must be 1 to 5 digits' })
    .nullish()
    .transform((value) => value?.replace(/^0+(?=\d)/, '') ?? null)
    .meta({
      description: 'Number of a weighed product on the labels of scales, without leading zeros; unique',
    }),
  kind: ProductKind.optional().meta({
    description:
      'Good by default; omitted in an update: unchanged. Fixed once a document or receipt names the product. Bundle is refused for new products: components of bundles are not stored',
  }),
  paymentSubject: PaymentSubject.default('Good').meta({ description: 'Receipt tag 1212' }),
  trackingType: TrackingType.default('NotTracked').meta({ description: 'A weighed product is not tracked' }),
  ntin: nationalCode,
  ikpu: nationalCode,
  countryId: optional(Id),
  supplierId: optional(Id),
  isDiscountProhibited: z.boolean().default(false),
  minimumAge: optional(integer(1, MAX_MINIMUM_AGE)).meta({
    description: 'Years: tills ask whether the customer is old enough. null: for everybody',
  }),
  weight: optional(NonNegativeQuantityIn).meta({ description: 'Kilograms, at most 3 decimal places' }),
  volume: optional(VolumeIn).meta({ description: 'Cubic metres, at most 6 decimal places' }),
  description: optionalParagraphs(4096),
  isArchived: z.boolean().default(false),
}
/** Options for numbers generated by the hub. */
const numbering = {
  generateBarcode: z.boolean().default(false).meta({ description: 'Adds a generated internal EAN-13' }),
  generateWeightCode: z
    .boolean()
    .default(false)
    .meta({ description: 'Gives a weighed product without a weight code the next free one' }),
}

export const ProductCreate = z
  .strictObject({ ...createFields, ...editable, ...numbering })
  .meta({ id: 'ProductCreate' })
export type ProductCreate = z.output<typeof ProductCreate>
export const ProductUpdate = z
  .strictObject({ ...updateFields, ...editable, ...numbering })
  .meta({ id: 'ProductUpdate' })
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
    packs: z.array(PackOut),
    cost: CostOut.optional().meta({ description: 'Only for users who may see costs' }),
    retailPrice: AmountOut,
    prices: z.array(z.object({ priceTypeId: Id, value: AmountOut })),
    futurePrices: z.array(FuturePriceOut),
    minPrice: AmountOut.nullable(),
    vatRate: PercentOut.nullable(),
    useGroupVat: z.boolean(),
    effectiveVatRate: PercentOut.nullable().meta({
      description: 'Effective rate: that of the group if it applies. null: without VAT',
    }),
    minStock: QuantityOut.nullable(),
    minStockByStore: z.array(z.object({ storeId: Id, minStock: QuantityOut })),
    isWeighed: z.boolean(),
    weightCode: z.string().nullable(),
    kind: ProductKind,
    paymentSubject: PaymentSubject,
    trackingType: TrackingType,
    ntin: z.string().nullable(),
    ikpu: z.string().nullable(),
    countryId: Id.nullable(),
    supplierId: Id.nullable(),
    isDiscountProhibited: z.boolean(),
    minimumAge: integer().nullable(),
    weight: QuantityOut.nullable(),
    volume: z.number().nullable(),
    description: z.string().nullable(),
    images: z.array(ProductImage).meta({ description: 'Images, the main one first' }),
    isArchived: z.boolean(),
  })
  .meta({ id: 'Product' })
export type Product = z.infer<typeof Product>

/** Highest total that is counted, unless an exact total is requested. */
export const COUNTED = 2000
const ProductPage = pageOf(Product, 'ProductPage').extend({
  isTotalExact: z.boolean().meta({ description: 'false: there are more products than total' }),
})

const AmountQuery = numberQuery(PriceIn)

/** Filters shared by the list, the export and bulk updates. */
const filters = {
  search: SearchText.optional().meta({
    description: `Words of name, code and article, or the beginning of a barcode. A list shows at most ${COUNTED} results`,
  }),
  productGroupId: Id.optional().meta({ description: 'Group, including all groups below it' }),
  kind: ProductKind.optional(),
  supplierId: Id.optional(),
  countryId: Id.optional(),
  trackingType: TrackingType.optional(),
}
export const ProductListQuery = listQuery([
  'name',
  'code',
  'article',
  'retailPrice',
  'cost',
  'createdAt',
  'updatedAt',
] as const)
  .extend(filters)
  .extend({
    isArchived: BooleanQuery.optional(),
    isWeighed: BooleanQuery.optional(),
    hasBarcode: BooleanQuery.optional(),
    belowMinStock: BooleanQuery.optional().meta({
      description:
        'true: the stock of all stores is below minStock, or that of one of the stores is below its minimum',
    }),
    belowCost: BooleanQuery.optional().meta({
      description: 'true: the price of the default price type is not above the cost; requires costs.view',
    }),
    priceFrom: AmountQuery.optional().meta({ description: 'Price of the default price type' }),
    priceTo: AmountQuery.optional(),
    updatedSince: Moment.optional(),
    ids: IdsQuery,
    exactTotal: BooleanQuery.prefault('false').meta({
      description: `true: counts beyond ${COUNTED}`,
    }),
  })
export type ProductListQuery = z.output<typeof ProductListQuery>

const filter = {
  ...filters,
  isArchived: z.boolean().optional(),
  isWeighed: z.boolean().optional(),
  hasBarcode: z.boolean().optional(),
  belowMinStock: z.boolean().optional(),
  belowCost: z.boolean().optional(),
  priceFrom: PriceIn.optional(),
  priceTo: PriceIn.optional(),
  updatedSince: Moment.optional(),
}
export const ProductFilter = z.strictObject(filter).meta({ id: 'ProductFilter' })
export type ProductFilter = z.output<typeof ProductFilter>

const ProductExportQuery = ProductListQuery.omit({
  page: true,
  pageSize: true,
  exactTotal: true,
  sort: true,
}).extend(ExportQuery.shape)

export const ProductPriceChange = z
  .strictObject({
    retailPrice: AmountIn.meta({
      description: 'Price of the default price type, unless another one is named',
    }),
    priceTypeId: Id.optional(),
    startsAt: Moment.optional().meta({ description: 'Future moment; omitted: now' }),
    version: Version.optional(),
  })
  .meta({ id: 'ProductPriceChange' })
export type ProductPriceChange = z.output<typeof ProductPriceChange>

/** A product with the data of the scanned label. */
const ScannedProduct = Product.extend({
  pack: PackOut.optional().meta({ description: 'Pack of the barcode' }),
  quantity: QuantityOut.optional().meta({ description: 'For a weight barcode, a pack or a GS1 symbol' }),
  sum: AmountOut.optional().meta({ description: 'For a weight barcode that states the price of the piece' }),
  isCase: z.boolean().optional().meta({
    description: 'true: the barcode is of a case of the product, and the number of pieces is unknown',
  }),
  batch: z.string().optional().meta({ description: 'Of a GS1 symbol: AI 10' }),
  serial: z.string().optional().meta({ description: 'Of a GS1 symbol: AI 21' }),
  expiresOn: Day.optional().meta({ description: 'For a GS1 symbol: AI 17, or else 15' }),
}).meta({ id: 'ScannedProduct' })
/** Result of a look-up by barcode: the product itself when only one has it, otherwise an object with `items`. */
export const ProductByBarcode = z.union([ScannedProduct, z.object({ items: z.array(Product) })])

export const BarcodeDuplicatesQuery = z.object(pageQuery)
export type BarcodeDuplicatesQuery = z.output<typeof BarcodeDuplicatesQuery>
export const BarcodeDuplicatesPage = pageOf(
  z.object({
    value: z.string(),
    products: z.array(z.object({ id: Id, name: z.string(), code: z.string(), isArchived: z.boolean() })),
  }),
  'BarcodeDuplicatesPage',
)

export const QuickSearchQuery = z.object({
  query: text(255),
  limit: integerQuery(1, 50).default(20),
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
  quantity: QuantityOut.optional().meta({ description: 'For a weight barcode, a pack or a GS1 symbol' }),
})
export type QuickSearchItem = z.infer<typeof QuickSearchItem>
const QuickSearchResult = z.object({ items: z.array(QuickSearchItem) }).meta({ id: 'QuickSearchResult' })

export const MAX_BULK_IDS = 10_000
export const MAX_BULK_EXAMPLES = 20
const PercentMore = percentIn({ min: -100 })
const PriceRule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('Set'), value: PriceIn }),
  z.strictObject({ kind: z.literal('Percent'), percent: PercentMore }),
  z.strictObject({ kind: z.literal('Add'), amount: AmountIn }),
  z.strictObject({ kind: z.literal('CostPlusMarkup') }).meta({
    description:
      'Cost with the markup of the nearest group that has one, at the present rate of the currency of the price type; products without a cost stay unchanged',
  }),
  z.strictObject({ kind: z.literal('CostPlusPercent'), percent: PercentMore }).meta({
    description: 'Cost plus a percentage, in the same currency; products without a cost stay unchanged',
  }),
  z
    .strictObject({
      kind: z.literal('FromPriceType'),
      priceTypeId: Id,
      percent: PercentMore.prefault(0),
    })
    .meta({ description: 'Price of another price type of the same currency, plus a percentage' }),
])
export const PriceChange = z.strictObject({
  priceTypeId: Id.optional().meta({ description: 'Omitted: the default price type' }),
  rule: PriceRule,
  roundTo: RoundTo.optional(),
  ending: PriceIn.optional().meta({
    description:
      'Ending of prices: with 0.9 and `roundTo` 1 they are 0.90, 1.90, 2.90 and so on. Must be less than `roundTo`',
  }),
  rounding: RoundingDirection.optional().meta({
    description:
      'Omitted together with `roundTo`: the `priceRounding` of the organization, else Nearest to 0.01',
  }),
})
export type PriceChange = z.output<typeof PriceChange>

const endsWithinStep = ({ ending, roundTo }: PriceChange) => !ending || ending < (roundTo ?? 1)

/** Changes to many products. Omitted fields stay unchanged. */
export const bulkChanges = <Price extends z.ZodType<PriceChange>>(price: Price) =>
  z
    .strictObject({
      productGroupId: Id.nullable().optional(),
      vatRate: VatRateIn.nullable().optional(),
      useGroupVat: z.boolean().optional(),
      unitOfMeasureId: Id.optional(),
      supplierId: Id.nullable().optional(),
      countryId: Id.nullable().optional(),
      isArchived: z.boolean().optional(),
      isDiscountProhibited: z.boolean().optional(),
      minStock: NonNegativeQuantityIn.nullable().optional(),
      prices: z
        .array(price.refine(endsWithinStep, { error: 'must be less than roundTo', path: ['ending'] }))
        .max(100)
        .refine(
          distinct<{ priceTypeId?: string | undefined }>((change) => change.priceTypeId ?? ''),
          { error: 'the same price type is listed twice' },
        )
        .default([]),
    })
    .refine(({ prices, ...fields }) => prices.length > 0 || Object.keys(fields).length > 0, {
      error: 'name something to change',
    })
const BulkChanges = bulkChanges(PriceChange)
export type BulkChanges = z.output<typeof BulkChanges>

export const ProductBulkUpdate = z
  .strictObject({
    ids: z.array(Id).min(1).max(MAX_BULK_IDS).optional(),
    filter: ProductFilter.optional().meta({ description: 'Filter of the list; {} selects every product' }),
    changes: BulkChanges,
    dryRun: z.boolean().default(false).meta({ description: 'true: only counts the changes' }),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
    error: 'name either ids or a filter',
  })
  .meta({ id: 'ProductBulkUpdate' })
export type ProductBulkUpdate = z.output<typeof ProductBulkUpdate>
export const ProductBulkResult = z
  .object({
    matched: Count.meta({ description: 'Number of selected products' }),
    updated: Count.meta({ description: 'Number of changed products' }),
    pricesChanged: Count,
    withoutCost: Count.meta({
      description: 'Number of products whose price could not be computed because they have no cost',
    }),
    prices: z
      .array(
        z.object({
          id: Id,
          name: z.string(),
          priceTypeId: Id,
          before: AmountOut.nullable().meta({ description: 'null: there was no price' }),
          after: AmountOut.meta({ description: '0: there is no price' }),
        }),
      )
      .meta({ description: `First ${MAX_BULK_EXAMPLES} changed prices` }),
    dryRun: z.boolean(),
  })
  .meta({ id: 'ProductBulkResult' })
export type ProductBulkResult = z.infer<typeof ProductBulkResult>

export const MAX_LOOKED_UP = 500
const ProductLookUp = z
  .strictObject({
    texts: z
      .array(text(255))
      .min(1)
      .max(MAX_LOOKED_UP)
      .meta({ description: 'Texts, such as a column of a table' }),
  })
  .meta({ id: 'ProductLookUp' })
const LookedUpProducts = z
  .object({
    items: z.array(Product.nullable()).meta({
      description:
        'Products in the order of the texts, matched by their exact barcode, code, article or name, ignoring case. null: ' +
        'no product or several match. Archived products are left out',
    }),
  })
  .meta({ id: 'LookedUpProducts' })

export const PRODUCTS = resource({
  base: '/api/catalog/products',
  contracts: {
    item: Product,
    page: ProductPage,
    create: ProductCreate,
    update: ProductUpdate,
    list: ProductListQuery,
  },
})
export const PRODUCT_BY_BARCODE = endpoint({
  method: 'get',
  path: '/api/catalog/products/by-barcode/{value}',
  params: z.object({ value: codeText(255) }),
  answer: ProductByBarcode,
})
export const QUICK_SEARCH = endpoint({
  method: 'get',
  path: '/api/catalog/products/quick-search',
  query: QuickSearchQuery,
  answer: QuickSearchResult,
})
export const LOOK_UP_PRODUCTS = endpoint({
  method: 'post',
  path: `${PRODUCTS.base}/look-up`,
  body: ProductLookUp,
  answer: LookedUpProducts,
})
export const EXPORT_PRODUCTS = exportOf(PRODUCTS, ProductExportQuery)
export const UPDATE_PRODUCTS = endpoint({
  method: 'post',
  path: `${PRODUCTS.base}/bulk-update`,
  body: ProductBulkUpdate,
  answer: ProductBulkResult,
})
export const CHANGE_PRODUCT_PRICE = endpoint({
  method: 'patch',
  path: `${PRODUCTS.base}/{id}/price`,
  body: ProductPriceChange,
  answer: Product,
})
export const RECALCULATE_RETAIL = endpoint({
  method: 'post',
  path: `${PRODUCTS.base}/{id}/recalc-retail`,
  answer: Product,
})
export const GENERATE_BARCODE = endpoint({
  method: 'post',
  path: `${PRODUCTS.base}/{id}/barcodes/generate`,
  answer: Product,
})
