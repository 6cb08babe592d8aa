import { z } from 'zod'
import { AmountOut, QuantityOut, RateIn } from '#shared/money/wire.ts'
import { BooleanQuery, Count, Id, listQuery, Position, pageOf, pageQuery, UtcTime } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { ChangeSet, RemarkCode, RemarkValues } from './change-sets.ts'

export const MAX_IMPORT_BYTES = 100 * 1024 * 1024
/** Files of more rows are previewed and imported in the background. */
export const MAX_ROWS_AT_ONCE = 5_000

/** USD=450.5, UZS=3.75/100 */
const RATE = /^\s*([A-Z]{3})\s*=\s*(\d{1,10}(?:\.\d{1,6})?)\s*(?:\/\s*([1-9]\d{0,5}))?\s*$/

export const ImportStatus = z
  .enum(['Previewing', 'Previewed', 'Queued', 'Running', 'Done', 'Failed'])
  .meta({ description: 'Previewing, Previewed: so is the change set with the same id' })
export type ImportStatus = z.infer<typeof ImportStatus>

/** Our own columns, or those of an external accounting system. */
const ImportFormat = z.enum(['csv', 'ext-csv'])

export const ImportQuery = z.object({
  dryRun: BooleanQuery.prefault('false').meta({
    description: 'true: answers what would be done, and does nothing',
  }),
  onFaults: z.enum(['refuse', 'skip']).default('refuse').meta({
    description: 'Of rows with faults: refuse imports nothing; skip imports the others and names those',
  }),
  openingStock: z.enum(['draft', 'ignore']).default('draft').meta({
    description:
      'A column of stock: draft makes a draft of an enter for each store, which is yours to post; it takes inventory.create',
  }),
  storeId: Id.optional().meta({
    description: 'Whose stock a column is that names no store; left out: of the default store',
  }),
  rates: z
    .string()
    .max(10_000)
    .optional()
    .transform((text, { issues, value }) => {
      if (text === undefined) return {}
      const told = text.split(';').map((each) => RATE.exec(each))
      const rates = told.flatMap((match) => {
        const rate = RateIn.safeParse(Number(match?.[2]))
        return match && rate.success
          ? [[String(match[1]), { rate: rate.data, multiplicity: Number(match[3] ?? 1) }] as const]
          : []
      })
      if (rates.length === told.length) return Object.fromEntries(rates)
      issues.push({ code: 'custom', input: value, message: 'must be such as: USD=450.5;UZS=3.75/100' })
      return z.NEVER
    })
    .meta({
      description:
        'Rates of other currencies that the file has prices in, in the currency of the organization, of so many units: ' +
        'USD=450.5;UZS=3.75/100. Left out: those of the day',
    }),
  units: z
    .string()
    .max(10_000)
    .optional()
    .transform((text, { issues, value }) => {
      if (text === undefined) return {}
      const words = text.split(';').map((each) => each.split('=').map((part) => part.trim()))
      if (words.every(([word, told, ...more]) => word && told && more.length === 0))
        return Object.fromEntries(words) as Record<string, string>
      issues.push({ code: 'custom', input: value, message: 'must be such as: бочка=шт;ведро=796' })
      return z.NEVER
    })
    .meta({
      description: 'Units that the file names in its own words, with name or code: бочка=шт;ведро=796',
    }),
})
/** How a file is previewed: the rows with faults are left out when it is applied. */
export const ImportPreviewQuery = ImportQuery.omit({ dryRun: true, onFaults: true }).extend({
  format: ImportFormat.default('csv'),
})

/** How a file is to be imported. */
export type ImportOptions = Omit<z.output<typeof ImportQuery>, 'dryRun'>

const Remark = z
  .object({
    row: Position.meta({ description: 'As a spreadsheet counts: the header is row 1' }),
    column: z.string().nullable().meta({ description: 'As the header has it' }),
    value: z.string().nullable().meta({ description: 'What stands there' }),
    code: RemarkCode,
    values: RemarkValues,
    message: z.string().meta({ description: 'The same in English, after the name of the column' }),
  })
  .meta({ id: 'ImportRemark' })

const GroupReason = z
  .enum(['path', 'heading', 'parent', 'kept', 'keyword', 'firstWord', 'import', 'none'])
  .meta({
    description:
      'Why the product has its group: a column of the file; a heading row above it; the product it is a variant of; it ' +
      'had it; a keyword of the group in its name; most products with its first word; the group of the import; none',
  })

/** What a column of a file may fill: fields of a product, and what stands beside it. */
export const ImportField = z.enum([
  ...['id', 'name', 'code', 'article', 'externalCode', 'productGroupId', 'kind', 'unitOfMeasureId'],
  ...['barcodes', 'price', 'cost', 'minPrice', 'currency', 'vatRate', 'paymentSubject', 'trackingType'],
  ...['isDiscountProhibited', 'minimumAge', 'isWeighed', 'weightCode', 'weight', 'volume', 'description'],
  ...['countryId', 'supplierId', 'isArchived', 'minStock', 'stock', 'packQuantity', 'packBarcode'],
  ...['images', 'characteristic', 'parentCode'],
] as const)
export type ImportField = z.infer<typeof ImportField>

export const UnreadReason = z
  .enum([
    ...['unknown', 'notKept', 'lessReserved', 'ofRetailPoint', 'groupElsewhere', 'ofPromotions'],
    'stockNotAsked',
  ] as const)
  .meta({
    description:
      'Why a column is not read. unknown: nobody knows the header; notKept: products have no such field; lessReserved: it ' +
      'leaves out what is reserved, stock is read from another column; ofRetailPoint: it is set at the retail point; ' +
      'groupElsewhere: the group has a column of its own; ofPromotions: promotions give discounts; stockNotAsked: ' +
      'openingStock is ignore, or the permission inventory.create is missing',
  })
export type UnreadReason = z.infer<typeof UnreadReason>

const ImportColumn = z
  .object({
    column: z.string().meta({ description: 'As the header has it' }),
    field: ImportField.nullable().meta({ description: 'What it is read as; null: it is not read' }),
    of: z
      .string()
      .nullable()
      .meta({
        description:
          'The price type of a price, the store of stock, the unit of a pack, the name of a characteristic, the priced ' +
          'column of a currency',
      }),
    reason: UnreadReason.nullable(),
  })
  .meta({ id: 'ImportColumn' })
export type ImportColumn = z.infer<typeof ImportColumn>

export const MadeKind = z.enum([
  ...['Enter', 'ProductGroup', 'PriceType', 'Counterparty', 'Country', 'UnitOfMeasure'],
] as const)
export type MadeKind = z.infer<typeof MadeKind>
const MadeReason = z.enum(['posted', 'edited_since', 'in_use', 'period_closed', 'forbidden']).meta({
  description:
    'posted: the enter is posted; edited_since: somebody has edited it; in_use: something stands on it; period_closed: its day is closed; forbidden: who has ' +
    'undone the import may not make enters of the store',
})
export type MadeReason = z.infer<typeof MadeReason>
const Made = z
  .object({
    kind: MadeKind,
    id: Id,
    name: z.string().meta({ description: 'The number of an enter, the path of a group' }),
    undone: z.enum(['Undone', 'LeftAlone']).nullable().meta({
      description: 'What undoing the import did to it; null: nothing yet',
    }),
    reason: MadeReason.nullable().meta({ description: 'Why it was left alone' }),
  })
  .meta({ id: 'ImportMade' })
export type Made = z.infer<typeof Made>

const file = {
  rowsTotal: Count,
  groupsCreated: z.array(z.string()).meta({ description: 'Paths' }),
  priceTypesCreated: z.array(z.string()),
  countriesCreated: z.array(z.string()),
  counterpartiesCreated: z.array(z.string()),
  unitsEnabled: z.array(z.string()),
  groups: z
    .array(z.object({ row: Position, group: z.string().nullable(), reason: GroupReason }))
    .meta({ description: 'Of the first 1000 products' }),
  groupReasons: z.record(GroupReason, Count).meta({ description: 'How many products of each' }),
  openingStock: z
    .array(
      z.object({
        storeId: Id,
        storeName: z.string(),
        enterId: Id.nullable().meta({ description: 'null: it was not made yet' }),
        number: z.string().nullable(),
        lines: Count,
        quantity: QuantityOut,
        sum: AmountOut.nullable().meta({
          description:
            'Quantity × cost of the lines whose cost the file tells; null: for those who may not see costs',
        }),
        withoutCost: Count.meta({
          description: 'Lines whose cost the file does not tell: goods come in at the average of the store',
        }),
      }),
    )
    .meta({ description: 'Drafts of enters, of 1000 lines at most each' }),
  made: z
    .array(Made)
    .meta({ description: 'What the import has made besides products; a plan has made nothing yet' }),
  imageLinks: Count.meta({ description: 'Links to images that are fetched afterwards: imports/{id}/images' }),
  columns: z.array(ImportColumn).meta({ description: 'In the order of the file' }),
}
const warnings = { warnings: z.array(Remark), warningsTotal: Count }

/** At most 1000 errors and warnings are listed; the totals count all. */
export const ImportPlanAnswer = z
  .object({
    toCreate: Count,
    toUpdate: Count,
    unchanged: Count,
    errors: z.array(Remark),
    errorsTotal: Count,
    ...warnings,
    ...file,
  })
  .meta({ id: 'ImportPlan' })
export type ImportPlanAnswer = z.infer<typeof ImportPlanAnswer>

export const ImportOutcome = z
  .object({
    ...{ created: Count, updated: Count, unchanged: Count },
    changeSetId: Id.nullable().meta({
      description: 'The change set that lists what was done and undoes it; null: nothing was done',
    }),
    errors: z.array(Remark).meta({ description: 'Of the rows that were left out' }),
    errorsTotal: Count,
    ...warnings,
    ...file,
  })
  .meta({ id: 'ImportOutcome' })
export type ImportOutcome = z.infer<typeof ImportOutcome>

/** Nothing was imported: the faults of the file, or what else stood in the way. */
export const ImportFailure = z
  .object({ detail: z.string(), errors: z.array(Remark), errorsTotal: Count })
  .meta({ id: 'ImportFailure' })
export type ImportFailure = z.infer<typeof ImportFailure>

export const ProductImport = z
  .object({
    id: Id,
    format: ImportFormat,
    fileName: z.string(),
    status: ImportStatus,
    rowsTotal: Count.nullable().meta({ description: 'null: the file has not been read yet' }),
    rowsDone: Count,
    outcome: z
      .union([ImportOutcome, ImportPlanAnswer, ImportFailure])
      .nullable()
      .meta({ description: 'What was done; Previewed: what would be; Failed: why' }),
    createdAt: UtcTime,
    startedAt: UtcTime.nullable(),
    endedAt: UtcTime.nullable(),
  })
  .meta({ id: 'ProductImport' })
export type ProductImport = z.infer<typeof ProductImport>

export const ProductImportPage = pageOf(ProductImport, 'ProductImportPage')
export const ProductImportListQuery = listQuery(['createdAt'])

export const ImportImageStatus = z.enum(['Pending', 'Done', 'Failed'])
export type ImportImageStatus = z.infer<typeof ImportImageStatus>
export const ImportImage = z
  .object({
    row: Position,
    productId: Id,
    url: z.string(),
    status: ImportImageStatus,
    message: z.string().nullable().meta({ description: 'Why it has failed' }),
  })
  .meta({ id: 'ImportImage' })
export type ImportImage = z.infer<typeof ImportImage>
export const ImportImagePage = pageOf(ImportImage, 'ImportImagePage')
export const ImportImageQuery = z.object({ ...pageQuery, status: ImportImageStatus.optional() })
export type ImportImageQuery = z.output<typeof ImportImageQuery>

const base = '/api/catalog/products'
/** What was done, or with `dryRun` what would be; a large file is imported by a job. */
const ImportAnswer = ImportOutcome.or(ImportPlanAnswer).or(ProductImport)
/** A form with the part `file`, or a body of text/csv. */
export const IMPORT_CSV = endpoint({
  method: 'post',
  path: `${base}/import-csv`,
  query: ImportQuery,
  answer: ImportAnswer,
})
export const IMPORT_EXT_CSV = endpoint({
  method: 'post',
  path: `${base}/import/ext-csv`,
  query: ImportQuery,
  answer: ImportAnswer,
})
/** The same file; its rows become the rows of a change set. */
export const PREVIEW_IMPORT = endpoint({
  method: 'post',
  path: `${base}/imports`,
  query: ImportPreviewQuery,
  answer: ChangeSet,
})
export const PRODUCT_IMPORTS = endpoint({
  method: 'get',
  path: `${base}/imports`,
  query: ProductImportListQuery,
  answer: ProductImportPage,
})
export const PRODUCT_IMPORT = endpoint({
  method: 'get',
  path: `${base}/imports/{id}`,
  answer: ProductImport,
})
export const IMPORT_IMAGES = endpoint({
  method: 'get',
  path: `${base}/imports/{id}/images`,
  query: ImportImageQuery,
  answer: ImportImagePage,
})
