import { isDeepStrictEqual } from 'node:util'
import { insertRows } from '#hub/db/insert-rows.ts'
import { changeSetRows, changeSets, type FieldValues } from '#hub/db/tables/change-sets.ts'
import type { Tx } from '#hub/db/transact.ts'
import { priceField } from '#hub/features/catalog/change-sets/price-field.ts'
import type { ChangeOutcome } from '#shared/contracts/catalog/change-sets.ts'
import { must } from '#shared/std/must.ts'
import type { ImportPlan } from './plan-import.ts'
import type { PlannedProduct } from './plan-product.ts'
import { PRODUCT_FIELDS } from './product-values.ts'
import type { ImportReport } from './report.ts'

interface Recorded {
  id: string
  fileName: string
  asker: { name: string | null } | null
  /** Those that the new products without a code have got. */
  codes: readonly string[]
}

/**
 * Writes down what the import does as an applied change set, which can be undone: its rows are those of the file that create
 * or change a product, and those with faults. Returns its id; null when there are none.
 */
export async function recordImport(
  tx: Tx,
  plan: ImportPlan,
  report: ImportReport,
  { id, fileName, asker, codes }: Recorded,
): Promise<string | null> {
  const next = codes.values()
  const rows = [
    ...plan.creates.map((product) =>
      rowOf(product, 'Created', product.values.code ?? must(next.next().value)),
    ),
    ...plan.updates.map((product) =>
      rowOf(product, 'Changed', product.values.code ?? product.existing?.code),
    ),
    ...faultsOf(report),
  ].sort((one, other) => one.fileRow - other.fileRow)
  if (plan.creates.length + plan.updates.length === 0) return null
  const name = asker?.name ?? ''
  await tx.insert(changeSets).values({
    ...{
      organizationId: tx.organizationId,
      id,
      kind: 'product-import',
      step: 'Applied',
      asked: { fileName },
    },
    counts: countsOf(rows),
    ...{ createdByName: name, appliedAt: new Date(), appliedByName: name },
  })
  await insertRows(
    tx,
    changeSetRows,
    rows.map((row, at) => ({
      ...{ organizationId: tx.organizationId, changeSetId: id, position: at + 1 },
      ...row,
    })),
  )
  return id
}

function rowOf(product: PlannedProduct, outcome: ChangeOutcome, code: string | undefined) {
  const { existing, row: fileRow, id: recordId } = product
  const { values, barcodes, packs, prices } = product
  const after = fieldsOf({ ...values, code, barcodes, packs, prices: Object.fromEntries(prices) })
  const before = existing ? fieldsOf({ ...existing }) : null
  const changed = [...new Set([...Object.keys(after), ...Object.keys(before ?? {})])].filter(
    (field) => !isDeepStrictEqual(after[field] ?? null, before?.[field] ?? null),
  )
  const only = (values: FieldValues): FieldValues =>
    Object.fromEntries(changed.map((field) => [field, values[field] ?? null]))
  return {
    ...{ fileRow, recordId, outcome, name: product.values.name, version: existing?.version ?? null },
    ...{ before: before && only(before), after: only(after), refusal: null },
  }
}

/** Fields of a product, by the names that change sets have for them. */
function fieldsOf(product: Record<string, unknown> & { prices: Record<string, unknown> }): FieldValues {
  const own = [...PRODUCT_FIELDS, 'barcodes', 'packs'].map((field) => [field, product[field]])
  const prices = Object.entries(product.prices).map(([type, value]) => [priceField(type), value])
  return Object.fromEntries([...own, ...prices])
}

/** A row for each row of the file that was left out, with its first fault. */
function faultsOf({ errors }: ImportReport) {
  const first = new Map(
    errors.map((fault) => [fault.row, fault]).reverse() as [number, (typeof errors)[number]][],
  )
  return [...first.values()].map(({ row, column, value, message }) => ({
    ...{ fileRow: row, recordId: null, outcome: 'Refused' as const, name: value ?? '', version: null },
    ...{ before: null, after: {} },
    refusal: { code: 'invalid_request', field: column, detail: message },
  }))
}

function countsOf(rows: readonly { outcome: ChangeOutcome }[]): Partial<Record<ChangeOutcome, number>> {
  const counts: Partial<Record<ChangeOutcome, number>> = {}
  for (const { outcome } of rows) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}
