import { z } from 'zod'
import {
  codeText,
  Day,
  Id,
  integer,
  Moment,
  optionalParagraphs,
  optionalText,
  Position,
  UtcTime,
} from '#shared/domain/fields.ts'
import {
  AmountOut,
  amountIn,
  CostOut,
  costIn,
  PercentOut,
  percentIn,
  QuantityOut,
  quantityIn,
  RateIn,
  RateOut,
} from '#shared/money/wire.ts'
import {
  CostPending,
  createFields,
  listQuery,
  type Page,
  pageOf,
  recordFields,
  SearchText,
  updateFields,
} from './common.ts'
import { ExportQuery } from './exports.ts'
import { Postings, Warnings } from './postings.ts'
import { PriceOverrides } from './price-overrides.ts'
import { DRILL_DOWN_QUERY } from './reports/sold.ts'
import { VAT_INCLUDED, VatBreakdown } from './vat.ts'

/**
 * Members of documents (docs/domain.md#documents), each described once. A kind of document lists its own
 * members (`documentContracts`). Number, date, comment, lines and other common members are added to every
 * kind.
 */
export const DocumentStatus = z.enum(['Draft', 'Posted'])
export type DocumentStatus = z.infer<typeof DocumentStatus>

/** Basis for distributing the overhead costs of a document over its lines. */
export const OverheadDistribution = z.enum(['ByPrice', 'ByQuantity', 'ByWeight', 'ByVolume'])
export type OverheadDistribution = z.infer<typeof OverheadDistribution>

export const LossReason = z.enum(['Spoilage', 'Theft', 'OwnUse', 'Expired', 'Sample', 'Other'])
export type LossReason = z.infer<typeof LossReason>

/** Maximum number of lines in a document, the same as in MoySklad. */
export const MOST_LINES = 1000

const Price = costIn({ min: 0 })
export const Percent = percentIn({ min: 0, max: 100 })
export const MovedQuantity = quantityIn({ above: 0 })
export const noneIfAbsent = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? null)
export const VatRate = noneIfAbsent(Percent)
  .optional()
  .meta({ description: 'Omitted: the rate of the product; null: without VAT' })

interface Member {
  in?: z.ZodType
  out: z.ZodType
}

/** Members of the header. A member without `in` is read-only. */
const HEADER = {
  storeId: { in: Id, out: Id.nullable() },
  sourceStoreId: { in: Id, out: Id.nullable() },
  targetStoreId: { in: Id, out: Id.nullable() },
  counterpartyId: { in: Id, out: Id.nullable() },
  supplyId: { in: noneIfAbsent(Id), out: Id.nullable() },
  currencyId: {
    in: noneIfAbsent(Id).meta({ description: 'Omitted: the currency of the organization, or of the basis' }),
    out: Id,
  },
  rate: {
    in: noneIfAbsent(RateIn).meta({
      description: 'Omitted: the rate of the basis, else of the day of the document',
    }),
    out: RateOut,
  },
  multiplicity: {
    in: noneIfAbsent(integer(1, 1_000_000)).meta({ description: 'Applies together with `rate`' }),
    out: integer(),
  },
  vatEnabled: { in: z.boolean().default(true), out: z.boolean() },
  vatIncluded: {
    in: z.boolean().optional().meta({ description: VAT_INCLUDED }),
    out: z.boolean(),
  },
  incomingNumber: { in: optionalText(255), out: z.string().nullable() },
  incomingDate: { in: noneIfAbsent(Day), out: Day.nullable() },
  overheadSum: {
    in: amountIn({ min: 0 }).prefault(0),
    out: AmountOut,
  },
  overheadDistribution: { in: OverheadDistribution.default('ByPrice'), out: OverheadDistribution.nullable() },
  updateRetailPrice: {
    in: z.boolean().default(false).meta({
      description: 'true: posting sets shelf prices, from the lines or else by the markup of the group',
    }),
    out: z.boolean(),
  },
  reason: { in: LossReason.default('Other'), out: LossReason.nullable() },
  shipmentAddress: { in: optionalText(255), out: z.string().nullable() },
  scope: { in: z.enum(['Full', 'Partial']).default('Partial'), out: z.enum(['Full', 'Partial']).nullable() },
  countMode: { in: z.enum(['Open', 'Blind']).default('Open'), out: z.enum(['Open', 'Blind']).nullable() },
  startedAt: { in: noneIfAbsent(Moment), out: UtcTime.nullable() },
  zeroUncounted: {
    in: z.boolean().default(false).meta({
      description:
        'true: the count may be posted with uncounted lines or, if it is full, uncounted products in stock: they are set to 0',
    }),
    out: z.boolean(),
  },
  priceOverrides: { out: PriceOverrides },
} satisfies Record<string, Member>
export type HeaderMember = keyof typeof HEADER

const LINE = {
  quantity: { in: MovedQuantity, out: QuantityOut },
  countedQuantity: {
    in: quantityIn({ min: 0 }).nullable().meta({ description: 'null: not counted yet' }),
    out: QuantityOut.nullable(),
  },
  countedAt: { in: noneIfAbsent(Moment), out: UtcTime.nullable() },
  expectedQuantity: {
    out: QuantityOut.nullable().meta({
      description: 'Quantity in the books at the moment of the count; null for the draft of a blind count',
    }),
  },
  difference: { out: QuantityOut.nullable() },
  differenceSum: {
    out: CostOut.nullable().optional().meta({
      description:
        'Cost of the difference, below 0 for a shortage; null for a draft. Only for users who may see costs',
    }),
  },
  price: { in: Price, out: CostOut.nullable() },
  /** Price that the hub can fill in when it is omitted. */
  ownPrice: {
    in: noneIfAbsent(Price).meta({
      description:
        'Omitted: for a supplier return, the price from its purchase or the ledger; for a shipment, the price in the price type of the customer, else the usual price',
    }),
    out: CostOut.nullable(),
  },
  discountPercent: { in: Percent.prefault(0), out: PercentOut },
  vatRate: { in: VatRate, out: PercentOut.nullable() },
  retailPrice: {
    in: noneIfAbsent(amountIn({ above: 0 })),
    out: AmountOut.nullable(),
  },
  overheadShare: { out: AmountOut },
  reason: { in: optionalText(255), out: z.string().nullable() },
  priceDifference: {
    out: CostOut.nullable().optional().meta({
      description: 'price less unitCost; null for a draft. Only for users who may see costs',
    }),
  },
} satisfies Record<string, Member>
export type LineMember = keyof typeof LINE

/** Returns the name of a member in JSON: `ownPrice` is sent as `price`. */
const wireName = (member: string): string => (member === 'ownPrice' ? 'price' : member)

/** Members that every draft accepts, including drafts of retail sales. */
export const draftFields = {
  number: optionalText(50).meta({ description: 'Omitted: the next number of the organization' }),
  date: Moment.optional().meta({ description: 'Omitted: now' }),
  comment: optionalParagraphs(4096),
}

const COMMON_IN = { ...draftFields, externalCode: optionalText(255) }

const COMMON_OUT = {
  ...recordFields,
  number: z.string(),
  date: UtcTime,
  status: DocumentStatus,
  comment: z.string().nullable(),
  externalCode: z.string().nullable(),
  currencyId: Id.meta({ description: 'Of prices, discounts, overhead, `sum` and `vatSum`' }),
  rate: RateOut.meta({
    description: 'Value of `multiplicity` units of the currency in that of the organization',
  }),
  multiplicity: integer(),
  sum: AmountOut,
  vatSum: AmountOut,
  sumInOrganizationCurrency: AmountOut,
  vatSumInOrganizationCurrency: AmountOut,
  costSum: CostOut.optional().meta({ description: 'Only for users who may see costs; 0 for a draft' }),
  costPending: CostPending.optional(),
  postedAt: UtcTime.nullable(),
  postedById: Id.nullable(),
}

export const MarkingCodes = z
  .array(codeText(255))
  .max(1000)
  .default([])
  .meta({ description: 'Marking codes of the pieces; each once in a document' })

const LINE_IN = {
  id: Id.optional().meta({ description: 'Id of the line, which it keeps in updates' }),
  productId: Id,
  markingCodes: MarkingCodes,
  comment: optionalText(255),
}

const LINE_OUT = {
  id: Id,
  lineNo: Position,
  productId: Id,
  productName: z.string(),
  sum: AmountOut,
  vatSum: AmountOut,
  sumInOrganizationCurrency: AmountOut,
  vatSumInOrganizationCurrency: AmountOut,
  unitCost: CostOut.optional(),
  costSum: CostOut.optional(),
  markingCodes: z.array(z.string()),
  comment: z.string().nullable(),
}

const pick = (members: Record<string, Member>, names: readonly string[], side: 'in' | 'out') =>
  Object.fromEntries(
    names.flatMap((name) => {
      const schema = members[name]?.[side]
      return schema ? [[wireName(name), schema]] : []
    }),
  ) as Record<string, z.ZodType>

export interface DocumentMembers {
  /** Prefix of the schema names: `Supply` gives `SupplyCreate`, `SupplyPage` and so on. */
  name: string
  header: readonly HeaderMember[]
  line: readonly LineMember[]
}

/** Kind of document: its base path, its permissions and its contracts. */
export interface DocumentTable {
  base: `/api/${'purchases' | 'sales' | 'inventory'}/${string}`
  /** Area of its permissions: view, create, update, delete, post and unpost. */
  area: 'purchases' | 'sales' | 'inventory'
  members: DocumentMembers
  contracts: ReturnType<typeof documentContracts>
}

export const documentTable = ({ members, ...table }: Omit<DocumentTable, 'contracts'>): DocumentTable => ({
  ...table,
  members,
  contracts: documentContracts(members),
})

/** Returns the contracts of a kind of document: input, output and list query. */
function documentContracts({ name, header, line }: DocumentMembers) {
  const lines = z
    .array(z.strictObject({ ...LINE_IN, ...pick(LINE, line, 'in') }))
    .max(MOST_LINES)
    .default([])
  const editable = { ...COMMON_IN, ...pick(HEADER, header, 'in'), lines }
  const summary = z.object({ ...COMMON_OUT, ...pick(HEADER, header, 'out') }).meta({ id: `${name}Summary` })
  const item = summary
    .extend({
      ...(header.includes('vatEnabled') && { vatBreakdown: VatBreakdown }),
      ...(line.includes('differenceSum') && { differenceSum: CostOut.optional() }),
      postings: Postings,
      warnings: Warnings,
      lines: z.array(z.object({ ...LINE_OUT, ...pick(LINE, line, 'out') })),
    })
    .meta({ id: name })
  return {
    create: z.strictObject({ ...createFields, ...editable }).meta({ id: `${name}Create` }),
    update: z.strictObject({ ...updateFields, ...editable }).meta({ id: `${name}Update` }),
    item: item as unknown as z.ZodType<DocumentItem>,
    page: pageOf(summary, `${name}Page`) as unknown as z.ZodType<Page<DocumentSummary>>,
    list: DocumentListQuery,
  }
}

export const DocumentFilters = z.object({
  search: SearchText.optional().meta({ description: 'Part of a number or of the comment' }),
  status: DocumentStatus.optional(),
  storeId: Id.optional(),
  counterpartyId: Id.optional(),
  productId: Id.optional().meta({ description: 'Documents with this product' }),
  createdById: Id.optional(),
  ...DRILL_DOWN_QUERY,
  from: Day.optional().meta({ description: 'First day, in the time zone of the organization' }),
  to: Day.optional().meta({ description: 'Last day, included' }),
})
export type DocumentFilters = z.output<typeof DocumentFilters>
export const DocumentListQuery = listQuery(['date', 'number', 'sum', 'createdAt', 'updatedAt']).extend(
  DocumentFilters.shape,
)
export type DocumentListQuery = z.output<typeof DocumentListQuery>
export const DocumentExportQuery = DocumentFilters.extend(ExportQuery.shape)

type InputsOf<Members> = {
  [Name in keyof Members as Members[Name] extends { in: z.ZodType } ? Name : never]?: Members[Name] extends {
    in: infer Schema extends z.ZodType
  }
    ? z.output<Schema>
    : never
}
export type DocumentLineInput = z.output<z.ZodObject<typeof LINE_IN>> &
  Omit<InputsOf<typeof LINE>, 'ownPrice' | 'price'> & {
    price?: z.output<typeof Price> | null
  }
/** Input for a document of any kind. Each kind has only some of the members. */
export type DocumentInput = z.output<z.ZodObject<typeof COMMON_IN>> &
  InputsOf<typeof HEADER> & { id?: string; version?: number; lines: DocumentLineInput[] }

type OutputsOf<Members extends Record<string, Member>> = {
  [Name in keyof Members]?: z.output<Members[Name]['out']>
}
/** Output of a document of any kind. Each kind has only some of the members. */
export type DocumentSummary = z.output<z.ZodObject<typeof COMMON_OUT>> & OutputsOf<typeof HEADER>
export type DocumentLine = z.output<z.ZodObject<typeof LINE_OUT>> & Omit<OutputsOf<typeof LINE>, 'ownPrice'>
export type DocumentItem = DocumentSummary & {
  vatBreakdown?: z.output<typeof VatBreakdown>
  differenceSum?: number | undefined
  postings: z.output<typeof Postings>
  warnings?: z.output<typeof Warnings>
  lines: DocumentLine[]
}
