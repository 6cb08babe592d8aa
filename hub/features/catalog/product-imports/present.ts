import type { Actor } from '#hub/auth/actor.ts'
import type { productImports } from '#hub/db/tables/products.ts'
import type {
  ImportImage,
  ImportOptions,
  ImportOutcome,
  ImportPlanAnswer,
  ProductImport,
} from '#shared/contracts/catalog/product-imports.ts'
import type { ImageLink } from './images/image-links.ts'
import type { ImportInput } from './import-input.ts'
import { presentDraft } from './plan/opening-stock.ts'
import type { ImportPlan } from './plan/plan-import.ts'
import { presentColumns } from './present-columns.ts'
import type { ReadProducts } from './read/read-products.ts'

export function presentPlan(
  plan: ImportPlan,
  read: ReadProducts,
  { report, options }: ReportInput,
): ImportPlanAnswer {
  return {
    toCreate: plan.creates.length,
    toUpdate: plan.updates.length,
    unchanged: plan.unchanged.length,
    ...report.remarks,
    ...presentFile(plan, read, options),
  }
}

export function presentOutcome(
  plan: ImportPlan,
  read: ReadProducts,
  { report, options }: ReportInput,
): Omit<ImportOutcome, 'changeSetId'> {
  return {
    created: plan.creates.length,
    updated: plan.updates.length,
    unchanged: plan.unchanged.length,
    ...report.remarks,
    ...presentFile(plan, read, options),
  }
}

type ReportInput = Pick<ImportInput, 'report' | 'options'>

function presentFile(plan: ImportPlan, read: ReadProducts, options: ImportOptions) {
  const { references } = plan
  return {
    rowsTotal: read.rows.length + read.groups.length,
    groupsCreated: references.groups.added.map(({ path }) => path),
    priceTypesCreated: names(references.addedPriceTypes),
    countriesCreated: names(references.addedCountries),
    counterpartiesCreated: names(references.addedSuppliers),
    unitsEnabled: names(references.enabledUnits),
    groups: plan.groups,
    groupReasons: plan.groupReasons,
    openingStock: plan.openingStock.map(presentDraft),
    made: [],
    imageLinks: plan.imageLinks.length,
    columns: presentColumns(plan, read, options),
  }
}

const names = (records: readonly { name: string }[]): string[] => records.map(({ name }) => name)

/** Returns the import for the API. Costs are included only for users with permission to see them. */
export function presentImport(
  row: typeof productImports.$inferSelect,
  { permissions }: Pick<Actor, 'permissions'>,
): ProductImport {
  return {
    id: row.id,
    format: row.format,
    fileName: row.fileName,
    status: row.status,
    rowsTotal: row.rowsTotal,
    rowsDone: row.rowsDone,
    outcome: presentStored(row.outcome, permissions.has('costs.view')) as ProductImport['outcome'],
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  }
}

/** Returns a stored outcome, with defaults for fields that outcomes of older versions lack. */
function presentStored(outcome: Record<string, unknown> | null, withCosts: boolean) {
  if (!outcome || 'detail' in outcome) return outcome
  // Only the records created by an earlier attempt are stored, so there is no outcome yet.
  if (!('rowsTotal' in outcome)) return null
  const isDone = 'created' in outcome
  const stock = (outcome.openingStock ?? []) as object[]
  return {
    made: [],
    imageLinks: 0,
    columns: [],
    ...(isDone && { changeSetId: null }),
    ...outcome,
    openingStock: stock.map((draft) => ({
      sum: null,
      withoutCost: 0,
      ...draft,
      ...(!withCosts && { sum: null }),
    })),
  }
}

export function presentLink({ row, productId, url, status, message }: ImageLink): ImportImage {
  return { row, productId, url, status, message }
}
