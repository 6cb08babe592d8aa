import { sql } from 'drizzle-orm'
import { insertRows } from '#hub/db/insert-rows.ts'
import { portions } from '#hub/db/records.ts'
import { counterparties, countries, priceTypes, productGroups } from '#hub/db/tables/catalog.ts'
import { organizationUnits } from '#hub/db/tables/organization.ts'
import { productBarcodes, productPacks, productPrices, products } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import { stopBookings } from '#hub/documents/settings.ts'
import {
  barcodeRows,
  changeProducts,
  type ProductChange,
} from '#hub/features/catalog/products/change-products.ts'
import { listUsed } from '#hub/features/catalog/products/kind-changes.ts'
import { packRows } from '#hub/features/catalog/products/packs/packs.ts'
import { listPartsInStock } from '#hub/features/catalog/products/unit-changes.ts'
import { refuseOverLimit } from '#hub/limits/refuse-over-limit.ts'
import { must } from '#shared/std/must.ts'
import { type ImportPlan, kindChanges, unitChanges } from '../plan/plan-import.ts'
import type { PlannedProduct } from '../plan/plan-product.ts'
import type { References } from '../plan/references.ts'

/** Error for a product that was changed after the plan was made. The import must be planned again. */
export class StalePlan extends Error {}

/** Rows per statement. Other work of the process can run in between. */
const AT_ONCE = 2_000

export interface ApplyOptions {
  /** Codes for the new products without one. Their number must match exactly. */
  codes: readonly string[]
  signal?: AbortSignal
  /** Receives the number of products written. */
  progress(done: number): void
}

/**
 * Writes the plan in batches. It locks only the products that it changes, from the update to the commit.
 * Throws StalePlan and `too_many_records`.
 */
export async function applyPlan(tx: Tx, plan: ImportPlan, options: ApplyOptions): Promise<void> {
  // There are many rows, and the commit checks the feed for each of them.
  await tx.execute(sql`SET LOCAL statement_timeout = '15min'`)
  await insertReferences(tx, plan.references)
  const codes = options.codes.values()
  let done = 0
  for (const portion of portions(plan.creates, AT_ONCE)) {
    options.signal?.throwIfAborted()
    await insertRows(
      tx,
      products,
      portion.map(({ id, values, barcodes }) => ({
        ...values,
        organizationId: tx.organizationId,
        id,
        code: values.code ?? must(codes.next().value, 'code'),
        // The trigger that maintains it then has nothing to write.
        hasBarcode: barcodes.length > 0,
      })),
    )
    await insertRows(
      tx,
      productBarcodes,
      portion.flatMap(({ id, barcodes }) => barcodeRows(tx, id, barcodes)),
    )
    await insertRows(
      tx,
      productPacks,
      portion.flatMap(({ id, packs }) => packRows(tx, id, packs)),
    )
    await insertRows(
      tx,
      productPrices,
      portion.flatMap((product) => pricesOf(tx, product)),
    )
    done += portion.length
    options.progress(done)
  }
  if (plan.creates.length > 0) await refuseOverLimit(tx, 'maxProducts')
  // A fixed order, so that concurrent changes of the same products do not deadlock.
  const updates = plan.updates.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  await recheckKinds(tx, updates)
  await recheckUnits(tx, updates)
  for (const portion of portions(updates, AT_ONCE)) {
    options.signal?.throwIfAborted()
    await updateProducts(tx, portion)
    done += portion.length
    options.progress(done)
  }
}

/** Throws StalePlan when a product whose kind changes was used in a document or receipt since the plan was made. */
async function recheckKinds(tx: Tx, updates: readonly PlannedProduct[]): Promise<void> {
  const ids = kindChanges(updates).map(({ id }) => id)
  if (ids.length === 0) return
  await stopBookings(tx)
  if ((await listUsed(tx, ids)).size > 0) throw new StalePlan()
}

/** Throws StalePlan when a fraction that the new unit does not allow came into stock since the plan was made. */
async function recheckUnits(tx: Tx, updates: readonly PlannedProduct[]): Promise<void> {
  const changes = unitChanges(updates)
  if (changes.length === 0) return
  await stopBookings(tx)
  if ((await listPartsInStock(tx, changes)).size > 0) throw new StalePlan()
}

async function updateProducts(tx: Tx, updates: readonly PlannedProduct[]): Promise<void> {
  const changes = updates.map((product): ProductChange => {
    const { id, values, existing } = product
    const { version, code } = must(existing)
    return {
      id,
      version,
      values: { ...values, code: values.code ?? code },
      barcodes: product.barcodesChanged ? product.barcodes : null,
      packs: product.packsChanged ? product.packs : null,
      prices: new Map(product.pricesChanged.map((type) => [type, product.prices.get(type) ?? null])),
    }
  })
  if ((await changeProducts(tx, changes)) !== changes.length) throw new StalePlan()
}

const pricesOf = (tx: Tx, { id, prices }: PlannedProduct) =>
  [...prices].map(([priceTypeId, value]) => ({
    organizationId: tx.organizationId,
    productId: id,
    priceTypeId,
    value,
  }))

async function insertReferences(tx: Tx, references: References): Promise<void> {
  const { organizationId } = tx
  // Parent groups come first.
  for (const { group } of references.groups.added) {
    const { id, parentId, name } = group
    await tx
      .insert(productGroups)
      .values({ organizationId, id, parentId, name, sortOrder: 0, isArchived: false })
  }
  await insertRows(
    tx,
    priceTypes,
    references.addedPriceTypes.map(({ id, name }) => ({
      organizationId,
      id,
      name,
      sortOrder: references.priceTypes.findIndex((type) => type.id === id),
      isDefault: false,
      currencyId: references.currencyId,
    })),
  )
  await insertRows(
    tx,
    organizationUnits,
    references.enabledUnits.map(({ id }) => ({ organizationId, unitId: id })),
    'ON CONFLICT DO NOTHING',
  )
  await insertRows(
    tx,
    countries,
    references.addedCountries.map(({ id, name }) => ({ organizationId, id, name })),
  )
  await insertRows(
    tx,
    counterparties,
    references.addedSuppliers.map(({ id, name }) => ({
      organizationId,
      id,
      name,
      isSupplier: true,
      isCustomer: false,
    })),
  )
}
