import { sql } from 'drizzle-orm'
import { listIds } from '#hub/db/list-ids.ts'
import { portions } from '#hub/db/records.ts'
import type { Tx } from '#hub/db/transact.ts'
import { stopBookings } from '#hub/documents/settings.ts'
import {
  type BulkChanges,
  MAX_BULK_EXAMPLES,
  type ProductBulkResult,
  type ProductBulkUpdate,
} from '#shared/contracts/catalog/products.ts'
import { amountToNumber } from '#shared/money/decimal.ts'
import { type FieldError, Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import {
  calculatePrices,
  isRemoval,
  isTooSmall,
  type NewPrice,
  needsPrice,
  type ResolvedChange,
  resolvePriceChanges,
} from './prices/calculate-prices.ts'
import { requireCountry, requireOpenGroup, requireSupplier, requireUnit } from './references.ts'
import { selectProducts } from './select-products.ts'
import { listPartsInStock } from './unit-changes.ts'

/** Number of products per statement. */
const PORTION = 5000
/** Maximum number of listed errors. */
const NAMED = 20

/**
 * Changes either all of the products or none. Throws `invalid_request` naming unknown ids and values that
 * cannot be set. Throws `price_too_small` or `in_use` naming the products whose price would be too small, or
 * that have a fraction of a unit in stock.
 */
export async function bulkUpdate(tx: Tx, input: ProductBulkUpdate): Promise<ProductBulkResult> {
  const { changes, dryRun } = input
  await checkReferences(tx, changes)
  const priceChanges = await resolvePriceChanges(tx, changes.prices)
  const ids = await listTargets(tx, input)
  const result = { matched: ids.length, updated: 0, pricesChanged: 0, withoutCost: 0, dryRun }
  const prices: ProductBulkResult['prices'] = []
  // A dry run does all the work and rolls it back, so that its result is exact.
  if (dryRun) await tx.execute(sql`SAVEPOINT dry_run`)
  const fields = fieldsOf(changes)
  for (const portion of portions(ids, PORTION)) {
    await lockProducts(tx, portion)
    if (changes.unitOfMeasureId) await refusePartsAmong(tx, portion, changes.unitOfMeasureId)
    const updated = new Set(fields.length > 0 ? await updateFields(tx, portion, fields) : [])
    const repriced = new Set<string>()
    for (const change of priceChanges) {
      const { changed, withoutCost, examples } = await changePrices(tx, portion, change)
      for (const id of changed) repriced.add(id)
      result.pricesChanged += changed.length
      result.withoutCost += withoutCost
      prices.push(...examples.slice(0, MAX_BULK_EXAMPLES - prices.length))
    }
    const onlyRepriced = [...repriced].filter((id) => !updated.has(id))
    await bumpVersions(tx, onlyRepriced)
    result.updated += updated.size + onlyRepriced.length
  }
  if (dryRun) await tx.execute(sql`ROLLBACK TO SAVEPOINT dry_run`)
  return { ...result, prices }
}

/** Throws `in_use` naming the products with a fraction of a unit in stock. */
async function refusePartsAmong(tx: Tx, ids: readonly string[], unitId: string): Promise<void> {
  await stopBookings(tx)
  const found = await listPartsInStock(
    tx,
    ids.map((productId) => ({ productId, unitId })),
  )
  if (found.size === 0) return
  const detail = 'a part of a unit is in stock: it cannot be counted in whole units'
  const errors = [...found].map((productId) => ({ pointer: '#/changes/unitOfMeasureId', detail, productId }))
  throw faulty('in_use', errors)
}

/** Throws `invalid_request` naming the reference that does not exist. */
export async function checkReferences(tx: Tx, changes: Omit<BulkChanges, 'prices'>): Promise<void> {
  const { productGroupId, unitOfMeasureId, countryId, supplierId } = changes
  if (productGroupId) await requireOpenGroup(tx, productGroupId)
  if (unitOfMeasureId) await requireUnit(tx, unitOfMeasureId)
  if (countryId) await requireCountry(tx, countryId)
  if (supplierId) await requireSupplier(tx, supplierId)
}

/** Returns the ids in ascending order, in which every transaction locks them. */
async function listTargets(tx: Tx, { ids, filter }: ProductBulkUpdate): Promise<string[]> {
  if (ids) {
    await refuseUnknown(tx, ids)
    return [...new Set(ids)].sort()
  }
  const { where } = await selectProducts(tx, filter ?? {})
  return listIds(tx, sql`SELECT p.id FROM products p WHERE ${where} ORDER BY p.id`)
}

/** Throws `invalid_request` naming the ids without a product. */
export async function refuseUnknown(tx: Tx, ids: string[]): Promise<void> {
  const known = new Set(
    await listIds(
      tx,
      sql`SELECT id FROM products
        WHERE organization_id = ${tx.organizationId} AND id = ANY(${sql.param(ids)}::uuid[])`,
    ),
  )
  const unknown = ids.flatMap((id, index) =>
    known.has(id) ? [] : { pointer: `#/ids/${index}`, detail: `there is no product ${id}` },
  )
  if (unknown.length > 0) throw faulty('invalid_request', unknown)
}

/** Locks the products in the order of their ids, as every transaction does. */
export async function lockProducts(tx: Tx, ids: string[]): Promise<void> {
  await tx.execute(sql`
    SELECT FROM products
    WHERE organization_id = ${tx.organizationId} AND id = ANY(${sql.param(ids)}::uuid[])
    ORDER BY id FOR NO KEY UPDATE`)
}

type Assignment = [column: string, type: string, value: unknown]

/**
 * Returns the fields to set. Setting a VAT rate also switches off the group's rate, unless the input says
 * otherwise.
 */
function fieldsOf(changes: BulkChanges): Assignment[] {
  const useGroupVat = changes.useGroupVat ?? (changes.vatRate === undefined ? undefined : false)
  const all: Assignment[] = [
    ['product_group_id', 'uuid', changes.productGroupId],
    ['vat_rate', 'integer', changes.vatRate],
    ['use_group_vat', 'boolean', useGroupVat],
    ['unit_of_measure_id', 'uuid', changes.unitOfMeasureId],
    ['supplier_id', 'uuid', changes.supplierId],
    ['country_id', 'uuid', changes.countryId],
    ['is_archived', 'boolean', changes.isArchived],
    ['is_discount_prohibited', 'boolean', changes.isDiscountProhibited],
    ['min_stock', 'bigint', changes.minStock],
  ]
  return all.filter(([, , value]) => value !== undefined)
}

/** Updates the products and returns the ids of those that changed. */
function updateFields(tx: Tx, ids: string[], fields: Assignment[]): Promise<string[]> {
  const columns = fields.map(([column]) => sql.identifier(column))
  const values = fields.map(([, type, value]) => sql`${value}::${sql.raw(type)}`)
  const assignments = columns.map((column, index) => sql`${column} = ${values[index]}`)
  return listIds(
    tx,
    sql`
    UPDATE products SET ${sql.join(assignments, sql`, `)}, version = version + 1, updated_at = now()
    WHERE organization_id = ${tx.organizationId} AND id = ANY(${sql.param(ids)}::uuid[])
      AND ROW(${sql.join(columns, sql`, `)}) IS DISTINCT FROM ROW(${sql.join(values, sql`, `)})
    RETURNING id`,
  )
}

async function changePrices(
  tx: Tx,
  ids: string[],
  change: ResolvedChange,
): Promise<{ changed: string[]; withoutCost: number; examples: ProductBulkResult['prices'] }> {
  // Only an existing price can be raised or removed. A price calculated from other values can be the first
  // one.
  const rows = (await calculatePrices(tx, ids, change)).filter(
    ({ price, value }) => value !== price && (price !== null || !needsPrice(change)),
  )
  const priced = rows.filter((row) => row.value !== null)
  refuseTooSmall(priced, change)
  if (isRemoval(change))
    await removePrices(
      tx,
      change.priceTypeId,
      priced.map(({ id }) => id),
    )
  else await savePrices(tx, change.priceTypeId, priced)
  const examples = priced.slice(0, MAX_BULK_EXAMPLES).map(({ id, name, price, value }) => ({
    id,
    name,
    priceTypeId: change.priceTypeId,
    before: price === null ? null : amountToNumber(price),
    after: amountToNumber(must(value)),
  }))
  return { changed: priced.map((row) => row.id), withoutCost: rows.length - priced.length, examples }
}

function refuseTooSmall(rows: readonly NewPrice[], change: ResolvedChange): void {
  const { index } = change
  const tooSmall = isRemoval(change) ? [] : rows.filter(isTooSmall)
  if (tooSmall.length === 0) return
  throw faulty(
    'price_too_small',
    tooSmall.map((row) => ({
      pointer: `#/changes/prices/${index}`,
      detail: `the price of ${row.name} would be below its minimum`,
      productId: row.id,
    })),
  )
}

async function savePrices(tx: Tx, priceTypeId: string, rows: readonly NewPrice[]): Promise<void> {
  if (rows.length === 0) return
  const ids = sql.param(rows.map((row) => row.id))
  const values = sql.param(rows.map((row) => row.value))
  await tx.execute(sql`
    INSERT INTO product_prices (organization_id, product_id, price_type_id, value)
    SELECT ${tx.organizationId}::uuid, id, ${priceTypeId}::uuid, value
    FROM unnest(${ids}::uuid[], ${values}::bigint[]) AS priced (id, value)
    ON CONFLICT (organization_id, product_id, price_type_id) DO UPDATE SET value = excluded.value`)
}

async function removePrices(tx: Tx, priceTypeId: string, productIds: string[]): Promise<void> {
  await tx.execute(sql`
    DELETE FROM product_prices
    WHERE organization_id = ${tx.organizationId} AND price_type_id = ${priceTypeId}
      AND product_id = ANY(${sql.param(productIds)}::uuid[])`)
}

async function bumpVersions(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`
    UPDATE products SET version = version + 1, updated_at = now()
    WHERE organization_id = ${tx.organizationId} AND id = ANY(${sql.param(ids)}::uuid[])`)
}

function faulty(code: 'invalid_request' | 'price_too_small' | 'in_use', errors: FieldError[]): Problem {
  const named = errors.slice(0, NAMED)
  const more = errors.length > named.length ? ` and ${errors.length - named.length} more` : ''
  return new Problem(code, {
    detail: named.map((error) => error.detail).join('; ') + more,
    errors: named,
  })
}
