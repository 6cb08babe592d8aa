import { z } from 'zod'
import { Count, Id, Position, UtcTime } from '#shared/domain/fields.ts'
import { ImportField, UnreadReason } from '#shared/imports/import-fields.ts'
import { AmountOut, QuantityOut, RateIn } from '#shared/money/wire.ts'
import { BooleanQuery, listQuery, pageOf, pageQuery } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { ChangeSet, RemarkCode, RemarkValues } from './change-sets.ts'

export const MAX_IMPORT_BYTES = 100 * 1024 * 1024
/** Maximum number of rows imported synchronously. Larger files are previewed and imported in the background. */
export const MAX_ROWS_AT_ONCE = 5_000

/** Exchange rate such as USD=450.5 or UZS=3.75/100. */
const RATE = /^\s*([A-Z]{3})\s*=\s*(\d{1,10}(?:\.\d{1,6})?)\s*(?:\/\s*([1-9]\d{0,5}))?\s*$/

export const ImportStatus = z
  .enum(['Previewing', 'Previewed', 'Queued', 'Running', 'Done', 'Failed'])
  .meta({ description: 'Previewing, Previewed: the change set with the same id has this state' })
export type ImportStatus = z.infer<typeof ImportStatus>

/** Format of the file: our own columns, or those of an external accounting system. */
const ImportFormat = z.enum(['csv', 'ext-csv'])

export const ImportQuery = z.object({
  dryRun: BooleanQuery.prefault('false').meta({
    description: 'true: returns the plan and changes nothing',
  }),
  onFaults: z.enum(['refuse', 'skip']).default('refuse').meta({
    description:
      'Handling of rows with errors: refuse imports nothing; skip imports the other rows and lists these',
  }),
  openingStock: z.enum(['draft', 'ignore']).default('draft').meta({
    description:
      'Handling of a stock column: draft creates a draft stock receipt for each store, which you can post; requires inventory.create',
  }),
  storeId: Id.optional().meta({
    description: 'Store of a stock column that names none; omitted: the default store',
  }),
  rates: z
    .string()
    .max(10_000)
    .optional()
    .transform((text, { issues, value }) => {
      if (text === undefined) return {}
      const matches = text.split(';').map((each) => RATE.exec(each))
      const rates = matches.flatMap((match) => {
        const rate = RateIn.safeParse(Number(match?.[2]))
        return match && rate.success
          ? [[String(match[1]), { rate: rate.data, multiplicity: Number(match[3] ?? 1) }] as const]
          : []
      })
      if (rates.length === matches.length) return Object.fromEntries(rates)
      issues.push({ code: 'custom', input: value, message: 'must be such as: USD=450.5;UZS=3.75/100' })
      return z.NEVER
    })
    .meta({
      description:
        'Rates of other currencies in the file, in the currency of the organization, for the given number of units: ' +
        'USD=450.5;UZS=3.75/100. Omitted: the rates of the day',
    }),
  units: z
    .string()
    .max(10_000)
    .optional()
    .transform((text, { issues, value }) => {
      if (text === undefined) return {}
      const words = text.split(';').map((each) => each.split('=').map((part) => part.trim()))
      if (words.every(([word, matches, ...more]) => word && matches && more.length === 0))
        return Object.fromEntries(words) as Record<string, string>
      issues.push({ code: 'custom', input: value, message: 'must be such as: бочка=шт;ведро=796' })
      return z.NEVER
    })
    .meta({
      description: 'Units that the file names in its own words, with name or code: бочка=шт;ведро=796',
    }),
})
/** Query of a preview. Rows with errors are skipped when the preview is applied. */
const ImportPreviewQuery = ImportQuery.omit({ dryRun: true, onFaults: true }).extend({
  format: ImportFormat.default('csv'),
})

/** Options of an import. */
export type ImportOptions = Omit<z.output<typeof ImportQuery>, 'dryRun'>

const Remark = z
  .object({
    row: Position.meta({ description: 'Row number as in a spreadsheet: the header is row 1' }),
    column: z.string().nullable().meta({ description: 'Column as written in the header' }),
    value: z.string().nullable().meta({ description: 'Value in the file' }),
    code: RemarkCode,
    values: RemarkValues,
    message: z.string().meta({ description: 'The message in English, following the name of the column' }),
  })
  .meta({ id: 'ImportRemark' })

const GroupReason = z
  .enum(['path', 'heading', 'parent', 'kept', 'keyword', 'firstWord', 'import', 'none'])
  .meta({
    description:
      'Source of the group of the product: a column of the file; a heading row above it; the product it is a variant of; its ' +
      'existing group; a keyword of the group in its name; most products with its first word; the group of the import; none',
  })

const ImportColumn = z
  .object({
    column: z.string().meta({ description: 'Column as written in the header' }),
    field: ImportField.nullable().meta({ description: 'Target of the column; null: it is not read' }),
    of: z
      .string()
      .nullable()
      .meta({
        description:
          'Price type of a price, store of stock, unit of a pack, name of a characteristic, or priced ' +
          'column of a currency',
      }),
    reason: UnreadReason.nullable(),
  })
  .meta({ id: 'ImportColumn' })
export type ImportColumn = z.infer<typeof ImportColumn>

export const MadeKind = z.enum([
  'Enter',
  'ProductGroup',
  'PriceType',
  'Counterparty',
  'Country',
  'UnitOfMeasure',
] as const)
export type MadeKind = z.infer<typeof MadeKind>
const MadeReason = z.enum(['posted', 'edited_since', 'in_use', 'period_closed', 'forbidden']).meta({
  description:
    'posted: the stock receipt is posted; edited_since: it was edited; in_use: something refers to it; period_closed: its day is closed; forbidden: the user who has ' +
    'undone the import may not make stock receipts of the store',
})
export type MadeReason = z.infer<typeof MadeReason>
const Made = z
  .object({
    kind: MadeKind,
    id: Id,
    name: z.string().meta({ description: 'Number of a stock receipt, path of a group' }),
    undone: z.enum(['Undone', 'LeftAlone']).nullable().meta({
      description: 'Effect of undoing the import; null: not undone',
    }),
    reason: MadeReason.nullable().meta({ description: 'Reason why it was left alone' }),
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
    .meta({ description: 'Groups of the first 1000 products' }),
  groupReasons: z.record(GroupReason, Count).meta({ description: 'Number of products by source' }),
  openingStock: z
    .array(
      z.object({
        storeId: Id,
        storeName: z.string(),
        enterId: Id.nullable().meta({ description: 'null: not created yet' }),
        number: z.string().nullable(),
        lines: Count,
        quantity: QuantityOut,
        sum: AmountOut.nullable().meta({
          description:
            'Quantity × cost of the lines with a cost in the file; null for users who may not see costs',
        }),
        withoutCost: Count.meta({
          description: 'Lines without a cost in the file: the goods get the average cost of the store',
        }),
      }),
    )
    .meta({ description: 'Draft stock receipts, of at most 1000 lines each' }),
  made: z
    .array(Made)
    .meta({ description: 'Records that the import created besides products; empty for a plan' }),
  imageLinks: Count.meta({
    description: 'Number of links to images that are fetched afterwards: imports/{id}/images',
  }),
  columns: z.array(ImportColumn).meta({ description: 'Columns in the order of the file' }),
}
const warnings = { warnings: z.array(Remark), warningsTotal: Count }

/** Plan of an import. Lists at most 1000 errors and warnings. The totals count all of them. */
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
    created: Count,
    updated: Count,
    unchanged: Count,
    changeSetId: Id.nullable().meta({
      description: 'Change set that lists the changes and undoes them; null: nothing was done',
    }),
    errors: z.array(Remark).meta({ description: 'Errors of the rows that were left out' }),
    errorsTotal: Count,
    ...warnings,
    ...file,
  })
  .meta({ id: 'ImportOutcome' })
export type ImportOutcome = z.infer<typeof ImportOutcome>

/** Failure of an import, with the errors of the file or another reason. Nothing was imported. */
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
      .meta({ description: 'Result; with Previewed, the plan; with Failed, the reason' }),
    createdAt: UtcTime,
    startedAt: UtcTime.nullable(),
    endedAt: UtcTime.nullable(),
  })
  .meta({ id: 'ProductImport' })
export type ProductImport = z.infer<typeof ProductImport>

const ProductImportPage = pageOf(ProductImport, 'ProductImportPage')
const ProductImportListQuery = listQuery(['createdAt'])

export const ImportImageStatus = z.enum(['Pending', 'Done', 'Failed'])
export type ImportImageStatus = z.infer<typeof ImportImageStatus>
export const ImportImage = z
  .object({
    row: Position,
    productId: Id,
    url: z.string(),
    status: ImportImageStatus,
    message: z.string().nullable().meta({ description: 'Reason of the failure' }),
  })
  .meta({ id: 'ImportImage' })
export type ImportImage = z.infer<typeof ImportImage>
const ImportImagePage = pageOf(ImportImage, 'ImportImagePage')
export const ImportImageQuery = z.object({ ...pageQuery, status: ImportImageStatus.optional() })
export type ImportImageQuery = z.output<typeof ImportImageQuery>

const base = '/api/catalog/products'
/** Result of an import, its plan with `dryRun`, or the job of a large file. */
const ImportAnswer = ImportOutcome.or(ImportPlanAnswer).or(ProductImport)
/** Imports a file. The body is a form with the part `file`, or text/csv. */
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
/** Previews the import of a file. The rows of the file become the rows of a change set. */
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
