import { getTableColumns } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { toNumberOf } from '#hub/db/tables/columns.ts'
import { products } from '#hub/db/tables/products.ts'
import type {
  ChangedField,
  ChangeSet,
  ChangeSetRow,
  RowRefusalCode,
} from '#shared/contracts/catalog/change-sets.ts'
import { type Amount, amountToNumber } from '#shared/money/decimal.ts'
import { presentRequested } from './present-requested.ts'
import { readPriceField } from './price-field.ts'
import { type FullChangeSet, type RowRecord, totalOf } from './queries.ts'
import type { Names } from './reference-names.ts'
import { stateOf } from './state.ts'

export function presentChangeSet(set: FullChangeSet): ChangeSet {
  const { id, kind, asked, counts, job } = set
  return {
    id,
    kind,
    state: stateOf(set),
    asked: presentRequested(asked),
    counts,
    total: totalOf(counts),
    job: job && {
      id: job.id,
      message: job.message,
      problem: job.problem,
      processed: job.processed,
      total: job.total,
    },
    createdAt: set.createdAt.toISOString(),
    createdByName: set.createdByName,
    appliedAt: set.appliedAt?.toISOString() ?? null,
    appliedByName: set.appliedByName,
    undoneAt: set.undoneAt?.toISOString() ?? null,
    undoneByName: set.undoneByName,
  }
}

/** Returns the row for the API. Costs are included only for users with permission to see them. */
export function presentRow(
  { position, fileRow, recordId, name, outcome, before, after, refusal }: RowRecord,
  names: Names,
  { permissions }: Pick<Actor, 'permissions'>,
): ChangeSetRow {
  const fields = Object.keys(after).filter((field) => field !== 'cost' || permissions.has('costs.view'))
  return {
    position,
    fileRow,
    recordId,
    name,
    outcome,
    changes: fields.map((field) => presentField(field, before?.[field], after[field], names)),
    refusal: refusal && { values: {}, value: null, ...refusal, code: refusal.code as RowRefusalCode },
  }
}

function presentField(field: string, before: unknown, after: unknown, names: Names): ChangedField {
  const price = readPriceField(field)
  if (price)
    return {
      field: 'price',
      ...price,
      beforeName: null,
      afterName: null,
      before: amountOf(before),
      after: amountOf(after),
    }
  const nameOf = (id: unknown) => names.get(String(id)) ?? null
  return {
    field,
    priceTypeId: null,
    startsAt: null,
    before: onWire(field, before),
    after: onWire(field, after),
    beforeName: nameOf(before),
    afterName: nameOf(after),
  }
}

const amountOf = (value: unknown): number | null =>
  typeof value === 'number' ? amountToNumber(value as Amount) : null

const COLUMNS = getTableColumns(products)

/** Returns a value in the units of the API. Compound values such as barcodes become text. */
function onWire(field: string, value: unknown): ChangedField['before'] {
  if (value === null || value === undefined) return null
  const column = field in COLUMNS ? COLUMNS[field as keyof typeof COLUMNS] : undefined
  const toNumber = column && toNumberOf(column)
  if (typeof value === 'number') return toNumber ? toNumber(value) : value
  if (typeof value === 'string' || typeof value === 'boolean') return value
  return Array.isArray(value) ? value.map(textOf).join(', ') : JSON.stringify(value)
}

const textOf = (part: unknown): string =>
  typeof part === 'string'
    ? part
    : typeof part === 'object' && part !== null && 'value' in part
      ? String(part.value)
      : JSON.stringify(part)
