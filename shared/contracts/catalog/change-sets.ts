import { z } from 'zod'
import { Count, Id, Moment, Position, UtcTime } from '#shared/domain/fields.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { REMARK_CODES } from '#shared/imports/remarks.ts'
import { listQuery, pageOf, pageQuery } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { JOB_TROUBLE } from '../organization/jobs.ts'
import { CounterpartyChanges, CounterpartyFilter } from './counterparties.ts'
import { bulkChanges, MAX_BULK_IDS, PriceChange, ProductFilter } from './products.ts'

/** Kind of records changed by a change set. */
export const ChangeSetKind = z.enum(['products', 'counterparties', 'product-import'])
export type ChangeSetKind = z.infer<typeof ChangeSetKind>

/**
 * Permissions required for creating, applying and undoing a change set, by kind. All of them are required, as
 * for changing a single record.
 */
export const CHANGE_SET_PERMISSIONS: Record<ChangeSetKind, readonly Permission[]> = {
  products: ['catalog.update'],
  counterparties: ['catalog.update'],
  // Undoing an import deletes the products that it created.
  'product-import': ['catalog.create', 'catalog.update'],
}

export const ChangeSetState = z
  .enum(['Previewing', 'Previewed', 'Applying', 'Applied', 'Undoing', 'Undone', 'Failed'])
  .meta({
    description:
      'Previewing: a job is still creating the rows; Failed: its job was interrupted: apply or undo continues where it ended, ' +
      'and a preview (appliedAt is null) can only be discarded',
  })
export type ChangeSetState = z.infer<typeof ChangeSetState>

/** Outcome of a row: first planned, then done, then undone. */
export const ChangeOutcome = z
  .enum(['Create', 'Change', 'Created', 'Changed', 'Undone', 'LeftAlone', 'Unchanged', 'Refused'])
  .meta({
    description:
      'Create, Change: applying it creates or changes the record; Unchanged: the record already has the values; Refused: it stays, see `refusal`; ' +
      'Created, Changed: done; Undone: restored to the old values; LeftAlone: not undone, because it was edited since',
  })
export type ChangeOutcome = z.infer<typeof ChangeOutcome>
export type ChangeCounts = Partial<Record<ChangeOutcome, number>>

const PriceChangeOfSet = PriceChange.extend({
  startsAt: Moment.optional().meta({ description: 'Future moment; omitted: when the set is applied' }),
})

/** Returns the members that select records: ids, or the filter of a list. */
const named = <Filter extends z.ZodType>(filter: Filter) => ({
  ids: z.array(Id).min(1).max(MAX_BULK_IDS).optional(),
  filter: filter.optional().meta({ description: 'Filter of the list; {} selects every record' }),
})

export const ChangeSetCreate = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('products'),
      ...named(ProductFilter),
      changes: bulkChanges(PriceChangeOfSet),
    }),
    z.strictObject({
      kind: z.literal('counterparties'),
      ...named(CounterpartyFilter),
      changes: CounterpartyChanges,
    }),
  ])
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
    error: 'name either ids or a filter',
  })
  .meta({ id: 'ChangeSetCreate' })
export type ChangeSetCreate = z.output<typeof ChangeSetCreate>

const FieldValue = z.union([z.string(), z.number(), z.boolean()]).nullable()
const ChangedField = z.object({
  field: z.string().meta({ description: 'Name of the field; `price` is the price of the price type' }),
  priceTypeId: Id.nullable(),
  startsAt: UtcTime.nullable().meta({ description: 'Start of a future price' }),
  before: FieldValue,
  after: FieldValue,
  beforeName: z.string().nullable().meta({ description: 'Of a reference' }),
  afterName: z.string().nullable(),
})
export type ChangedField = z.infer<typeof ChangedField>

/** Code of a remark on a row of a file. */
export const RemarkCode = z.enum(REMARK_CODES)
export const RemarkValues = z
  .record(z.string(), z.union([z.string(), z.number()]))
  .meta({ description: 'Values in the message of the code, such as the maximum number of characters' })

export const RowRefusalCode = z.enum([
  'price_too_small',
  'price_too_large',
  'no_price',
  'no_cost',
  'too_many_future_prices',
  'too_late',
  'parts_in_stock',
  'edited_since',
  'gone',
  'in_use',
  'duplicate',
  'reference_gone',
  'invalid_request',
  'system_record',
  'too_many_tags',
  ...REMARK_CODES,
] as const)
export type RowRefusalCode = z.infer<typeof RowRefusalCode>

export const ChangeSetRow = z
  .object({
    position: Position,
    fileRow: Position.nullable().meta({ description: 'Row number in a file, as in a spreadsheet' }),
    recordId: Id.nullable().meta({
      description:
        'null: there is none, because the record is to be created or the row of the file has an error',
    }),
    name: z.string().meta({ description: 'Name of the record at the time of the preview' }),
    outcome: ChangeOutcome,
    changes: z.array(ChangedField),
    refusal: z
      .object({
        code: RowRefusalCode,
        values: RemarkValues,
        field: z.string().nullable().meta({ description: 'Field of the record, or column of the file' }),
        value: z.string().nullable().meta({ description: 'Value in the file' }),
        detail: z.string().meta({ description: 'The message in English' }),
      })
      .nullable()
      .meta({ description: 'Reason why it is Refused or LeftAlone' }),
  })
  .meta({ id: 'ChangeSetRow' })
export type ChangeSetRow = z.infer<typeof ChangeSetRow>

export const ChangeSet = z
  .object({
    id: Id,
    kind: ChangeSetKind,
    state: ChangeSetState,
    asked: z.record(z.string(), z.unknown()).meta({ description: 'Body that it was created from' }),
    counts: z.partialRecord(ChangeOutcome, Count).meta({ description: 'Rows by outcome' }),
    total: Count.meta({ description: 'Rows' }),
    job: z
      .object({
        id: Id,
        ...JOB_TROUBLE,
        processed: Count,
        total: Count.nullable().meta({ description: 'Number of rows; null: not known yet' }),
      })
      .nullable()
      .meta({ description: 'Job that previews, applies or undoes it' }),
    createdAt: UtcTime,
    createdByName: z.string(),
    appliedAt: UtcTime.nullable(),
    appliedByName: z.string().nullable(),
    undoneAt: UtcTime.nullable(),
    undoneByName: z.string().nullable(),
  })
  .meta({ id: 'ChangeSet' })
export type ChangeSet = z.infer<typeof ChangeSet>

const ChangeSetPage = pageOf(ChangeSet, 'ChangeSetPage')
export const ChangeSetListQuery = listQuery(['createdAt'])
  .omit({ search: true })
  .extend({ kind: ChangeSetKind.optional() })
export type ChangeSetListQuery = z.output<typeof ChangeSetListQuery>
const ChangeSetRowPage = pageOf(ChangeSetRow, 'ChangeSetRowPage')
export const ChangeSetRowQuery = z.object({ ...pageQuery, outcome: ChangeOutcome.optional() })
export type ChangeSetRowQuery = z.output<typeof ChangeSetRowQuery>

const base = '/api/change-sets'
export const CHANGE_SETS = endpoint({
  method: 'get',
  path: base,
  query: ChangeSetListQuery,
  answer: ChangeSetPage,
})
export const CREATE_CHANGE_SET = endpoint({
  method: 'post',
  path: base,
  body: ChangeSetCreate,
  answer: ChangeSet,
})
export const CHANGE_SET = endpoint({ method: 'get', path: `${base}/{id}`, answer: ChangeSet })
export const DELETE_CHANGE_SET = endpoint({ method: 'delete', path: `${base}/{id}`, answer: null })
export const CHANGE_SET_ROWS = endpoint({
  method: 'get',
  path: `${base}/{id}/rows`,
  query: ChangeSetRowQuery,
  answer: ChangeSetRowPage,
})
export const APPLY_CHANGE_SET = endpoint({ method: 'post', path: `${base}/{id}/apply`, answer: ChangeSet })
export const UNDO_CHANGE_SET = endpoint({ method: 'post', path: `${base}/{id}/undo`, answer: ChangeSet })
