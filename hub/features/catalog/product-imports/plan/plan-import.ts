import type { Tx } from '#hub/db/transact.ts'
import { isNewBundle, listUsed } from '#hub/features/catalog/products/kind-changes.ts'
import { listPartsInStock, type UnitChange } from '#hub/features/catalog/products/unit-changes.ts'
import { remarkText } from '#shared/imports/remarks.ts'
import { newLinks, type PlannedLink } from '../images/image-links.ts'
import type { ImportInput } from '../import-input.ts'
import type { ReadProducts } from '../read/read-products.ts'
import { MOST_REMARKS } from '../report.ts'
import { GroupAssignment, type GroupReason } from './assign-group.ts'
import { PriceExchange } from './exchange-prices.ts'
import { ExistingProducts } from './find-existing.ts'
import { inBatches } from './in-batches.ts'
import { lastOfEach } from './match-rows.ts'
import { OpeningStock, type PlannedEnter } from './opening-stock.ts'
import { isChanged, type PlannedProduct, ProductPlanner } from './plan-product.ts'
import { loadReferences, type PriceType, planPriceColumns, type References } from './references.ts'
import { RowFaults } from './row-faults.ts'
import { refuseSharedCodes } from './shared-codes.ts'

export interface ImportPlan {
  creates: PlannedProduct[]
  updates: PlannedProduct[]
  unchanged: PlannedProduct[]
  references: References
  openingStock: PlannedEnter[]
  imageLinks: PlannedLink[]
  /** Price types by column index. */
  priceColumns: ReadonlyMap<number, PriceType>
  stockColumns: OpeningStock['stores']
  /** Reasons for the groups of products: the number of products for each reason, and the first products. */
  groupReasons: Record<GroupReason, number>
  groups: { row: number; group: string | null; reason: GroupReason }[]
}

/**
 * Returns the changes that the file would make. Writes nothing. Errors are added to the report, and their
 * rows are left out. The rules are the same as for creating and updating a single product.
 */
export async function planImport(
  tx: Tx,
  read: ReadProducts,
  { format, report, options, previewed }: Omit<ImportInput, 'read'>,
): Promise<ImportPlan> {
  const references = await loadReferences(
    tx,
    [...new Set(read.rows.flatMap((row) => row.supplier ?? []))],
    options.units,
  )
  const priceColumns = planPriceColumns(read, references)
  const existing = await ExistingProducts.find(tx, read.rows)
  const faults = new RowFaults(read, priceColumns, report)
  const rows = await lastOfEach(read, existing, { report, faults })
  const assignment = await GroupAssignment.prepare(tx, { read, rows, references, format, report, faults })
  const planner = new ProductPlanner(references, priceColumns, faults)
  const exchange = await PriceExchange.prepare(tx, { read, references, priceColumns, faults }, options.rates)
  const stock = await OpeningStock.prepare(tx, { read, references, faults, report }, options)
  const plan: ImportPlan = {
    creates: [],
    updates: [],
    unchanged: [],
    references,
    openingStock: [],
    imageLinks: [],
    priceColumns,
    stockColumns: stock.stores,
    groupReasons: assignment.reasons,
    groups: [],
  }
  for await (const portion of inBatches(rows)) {
    for (const { row: parsed, existing } of portion) {
      // Bundles are not supported (docs/domain.md#products), so a file with bundles is imported without them.
      if (parsed.kind && isNewBundle(parsed.kind, existing?.kind)) {
        faults.leaveOut(parsed, 'kind', parsed.kind, remarkText('new_bundle'))
        continue
      }
      const row = exchange.of(parsed)
      if (!row) continue
      const { groupId, reason } = assignment.of(row, existing)
      if (plan.groups.length < MOST_REMARKS) {
        const group = groupId === null ? undefined : references.groups.get(groupId)
        plan.groups.push({ row: row.row, group: group ? references.groups.pathOf(group) : null, reason })
      }
      const product = planner.plan(row, existing, groupId)
      if (!product) continue
      const isAsBefore = existing !== undefined && !isChanged(product, existing)
      if (previewed && !isAsBefore && previewed.get(row.row) !== (existing?.version ?? null)) {
        faults.addChangedMeanwhile(row)
        continue
      }
      stock.plan(row, product)
      for (const url of row.images ?? []) plan.imageLinks.push({ row: row.row, productId: product.id, url })
      if (!existing) plan.creates.push(product)
      else if (isAsBefore) plan.unchanged.push(product)
      else plan.updates.push(product)
    }
  }
  refuseSharedCodes([...plan.creates, ...plan.updates], existing, faults)
  await refuseUsedKinds(tx, plan.updates, faults)
  await refuseParts(tx, plan.updates, faults)
  const openingStock = await stock.enters(tx)
  const isGood = ({ row }: { row: number }) => !faults.rows.has(row)
  const imageLinks = await newLinks(tx, plan.imageLinks.filter(isGood))
  return {
    ...plan,
    openingStock,
    imageLinks,
    creates: plan.creates.filter(isGood),
    updates: plan.updates.filter(isGood),
  }
}

/** Checks the rule of `refuseUsedKind` for all rows in one statement. */
async function refuseUsedKinds(tx: Tx, updates: readonly PlannedProduct[], faults: RowFaults): Promise<void> {
  const changed = kindChanges(updates)
  if (changed.length === 0) return
  const used = await listUsed(
    tx,
    changed.map(({ id }) => id),
  )
  for (const product of changed)
    if (used.has(product.id)) faults.add(product, 'kind', product.values.kind, remarkText('kind_used'))
}

/** Checks the rule of `refuseParts` for all rows in one statement. */
async function refuseParts(tx: Tx, updates: readonly PlannedProduct[], faults: RowFaults): Promise<void> {
  const found = await listPartsInStock(tx, unitChanges(updates))
  for (const product of updates)
    if (found.has(product.id)) faults.add(product, 'unit', null, remarkText('parts_in_stock'))
}

export const unitChanges = (updates: readonly PlannedProduct[]): UnitChange[] =>
  updates
    .filter(({ values, existing }) => values.unitOfMeasureId !== existing?.unitOfMeasureId)
    .map(({ id, values }) => ({ productId: id, unitId: values.unitOfMeasureId }))

export const kindChanges = (updates: readonly PlannedProduct[]): PlannedProduct[] =>
  updates.filter(({ values, existing }) => values.kind !== existing?.kind)
