import { isDeepStrictEqual } from 'node:util'
import { insertRows } from '#hub/db/insert-rows.ts'
import { portions } from '#hub/db/records.ts'
import { changeSetRows, type FieldValues } from '#hub/db/tables/change-sets.ts'
import type { Tx } from '#hub/db/transact.ts'
import { priceField } from '#hub/features/catalog/change-sets/price-field.ts'
import type { ChangeCounts, ChangeOutcome } from '#shared/contracts/catalog/change-sets.ts'
import type { Remark } from '#shared/imports/read-row.ts'
import type { ReadProducts } from '../read/read-products.ts'
import type { ImportReport } from '../report.ts'
import type { ImportPlan } from './plan-import.ts'
import type { PlannedProduct } from './plan-product.ts'
import { PRODUCT_FIELDS } from './product-values.ts'

/** Rows per statement. Values are built one batch at a time. */
const AT_ONCE = 2_000

/** A row of the file and its outcome. */
export type ImportRowPlan =
  | { row: number; outcome: ChangeOutcome; product: PlannedProduct; code: string | null }
  | { row: number; outcome: 'Refused'; fault: Remark; name: string }

/**
 * Returns all rows in the order of the file: those that would create or change a product, those without
 * changes, and those with errors.
 */
export function previewRows(plan: ImportPlan, read: ReadProducts, report: ImportReport): ImportRowPlan[] {
  const as = (outcome: ChangeOutcome) => (product: PlannedProduct) => ofProduct(product, outcome)
  return inOrder([
    ...plan.creates.map(as('Create')),
    ...plan.updates.map(as('Change')),
    ...plan.unchanged.map(as('Unchanged')),
    ...refusedRows(read, report),
  ])
}

/**
 * Returns the rows that created or changed a product, and those with errors. `codes` are those assigned to
 * new products without a code.
 */
export function appliedRows(
  plan: ImportPlan,
  read: ReadProducts,
  report: ImportReport,
  codes: readonly string[],
): ImportRowPlan[] {
  const next = codes.values()
  return inOrder([
    ...plan.creates.map((product) =>
      ofProduct(product, 'Created', product.values.code ?? next.next().value ?? null),
    ),
    ...plan.updates.map((product) => ofProduct(product, 'Changed')),
    ...refusedRows(read, report),
  ])
}

export function countsOf(rows: readonly ImportRowPlan[]): ChangeCounts {
  const counts: ChangeCounts = {}
  for (const { outcome } of rows) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

/** Writes the rows of the change set. */
export async function insertImportRows(
  tx: Tx,
  changeSetId: string,
  rows: readonly ImportRowPlan[],
  names: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  let position = 0
  for (const portion of portions(rows, AT_ONCE)) {
    await insertRows(
      tx,
      changeSetRows,
      portion.map((row) => {
        position += 1
        const values = 'fault' in row ? faultValues(row) : productValues(row, names)
        return {
          organizationId: tx.organizationId,
          changeSetId,
          position,
          fileRow: row.row,
          outcome: row.outcome,
          ...values,
        }
      }),
    )
  }
}

/**
 * Returns the names of added records other than products, which have no database row yet from which the name
 * could be read.
 */
export function namesOfAdded({ references }: ImportPlan): Map<string, string> {
  const { groups, addedCountries, addedSuppliers } = references
  return new Map([
    ...groups.added.map(({ group, path }) => [group.id, path] as const),
    ...[...addedCountries, ...addedSuppliers].map(({ id, name }) => [id, name] as const),
  ])
}

const ofProduct = (product: PlannedProduct, outcome: ChangeOutcome, code = product.values.code) => ({
  row: product.row,
  outcome,
  product,
  code: code ?? product.existing?.code ?? null,
})

/** Returns a row for each skipped row of the file, with its first error. */
function refusedRows(read: ReadProducts, { refusals }: ImportReport): ImportRowPlan[] {
  const planned = read.rows.flatMap(({ row, name }) => (refusals.has(row) ? [[row, name] as const] : []))
  const names = new Map([...read.faulty, ...planned])
  return [...refusals.values()].map((fault) => ({
    row: fault.row,
    outcome: 'Refused',
    fault,
    name: names.get(fault.row) ?? '',
  }))
}

const inOrder = (rows: ImportRowPlan[]): ImportRowPlan[] => rows.sort((one, other) => one.row - other.row)

function productValues(
  { product, code, outcome }: Extract<ImportRowPlan, { product: PlannedProduct }>,
  names: ReadonlyMap<string, string>,
) {
  const { existing, id, values, barcodes, packs, prices } = product
  const common = { name: values.name, version: existing?.version ?? null, refusal: null }
  if (outcome === 'Unchanged') return { ...common, recordId: id, before: {}, after: {} }
  const after = fieldsOf({ ...values, code, barcodes, packs, prices: Object.fromEntries(prices) })
  const before = existing ? fieldsOf({ ...existing }) : null
  const changed = [...new Set([...Object.keys(after), ...Object.keys(before ?? {})])].filter(
    (field) => !isDeepStrictEqual(after[field] ?? null, before?.[field] ?? null),
  )
  const only = (values: FieldValues): FieldValues =>
    Object.fromEntries(changed.map((field) => [field, values[field] ?? null]))
  const named = Object.entries(only(after)).map(([field, value]) => [
    field,
    names.get(String(value)) ?? value,
  ])
  return {
    ...common,
    recordId: outcome === 'Create' ? null : id,
    before: before && only(before),
    after: Object.fromEntries(named) as FieldValues,
  }
}

/** Returns the fields of a product, by their names in change sets. */
function fieldsOf(product: Record<string, unknown> & { prices: Record<string, unknown> }): FieldValues {
  const own = [...PRODUCT_FIELDS, 'barcodes', 'packs'].map((field) => [field, product[field]])
  const prices = Object.entries(product.prices).map(([type, value]) => [priceField(type), value])
  return Object.fromEntries([...own, ...prices])
}

const faultValues = ({ fault, name }: { fault: Remark; name: string }) => ({
  recordId: null,
  name: name || (fault.value ?? ''),
  version: null,
  before: null,
  after: {},
  refusal: {
    code: fault.code,
    values: fault.values,
    field: fault.column,
    value: fault.value,
    detail: fault.value === null ? fault.message : `${fault.message}: ${fault.value}`,
  },
})
