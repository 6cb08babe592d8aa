import type { productImports } from '#hub/db/tables/products.ts'
import type {
  ImportOutcome,
  ImportPlanAnswer,
  ProductImport,
} from '#shared/contracts/catalog/product-imports.ts'
import type { ImportPlan } from './plan-import.ts'
import type { ReadProducts } from './read-products.ts'
import type { ImportReport } from './report.ts'

export function presentPlan(plan: ImportPlan, read: ReadProducts, report: ImportReport): ImportPlanAnswer {
  return {
    toCreate: plan.creates.length,
    toUpdate: plan.updates.length,
    unchanged: plan.unchanged,
    ...report.remarks,
    ...presentFile(plan, read),
  }
}

export function presentOutcome(plan: ImportPlan, read: ReadProducts, report: ImportReport): ImportOutcome {
  return {
    created: plan.creates.length,
    updated: plan.updates.length,
    unchanged: plan.unchanged,
    ...report.remarks,
    ...presentFile(plan, read),
  }
}

function presentFile(plan: ImportPlan, read: ReadProducts) {
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
    ignoredColumns: read.columns.flatMap((column, index) =>
      column.kind === 'ignored' ? [{ column: read.headers[index] ?? '', reason: column.reason }] : [],
    ),
  }
}

const names = (records: readonly { name: string }[]): string[] => records.map(({ name }) => name)

export function presentImport(row: typeof productImports.$inferSelect): ProductImport {
  return {
    id: row.id,
    format: row.format,
    fileName: row.fileName,
    status: row.status,
    rowsTotal: row.rowsTotal,
    rowsDone: row.rowsDone,
    outcome: row.outcome as ProductImport['outcome'],
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  }
}
