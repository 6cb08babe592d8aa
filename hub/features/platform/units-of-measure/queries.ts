import { eq, sql } from 'drizzle-orm'
import { notFound } from '#hub/db/records.ts'
import type { BlockedBy } from '#hub/db/refuse-when-used.ts'
import { unitsOfMeasure } from '#hub/db/tables/platform.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { getUnit, type Unit } from '#hub/features/catalog/units-of-measure/queries.ts'
import type { UnitOfMeasureCreate } from '#shared/contracts/catalog/units-of-measure.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'

type UnitValues = Omit<UnitOfMeasureCreate, 'id' | 'fullName'> & { fullName: string; isActive: boolean }

/** Inserts a unit. Idempotent: a repeat with the same id returns the existing unit unchanged. */
export async function insertUnit(
  tx: PlatformTx,
  { id = newId(), fullName, ...values }: UnitOfMeasureCreate,
): Promise<{ row: Unit; isNew: boolean }> {
  const [row] = await tx
    .insert(unitsOfMeasure)
    .values({ ...values, fullName: fullName ?? values.name, id })
    .onConflictDoNothing({ target: unitsOfMeasure.id })
    .returning()
  return row ? { row, isNew: true } : { row: await getUnit(tx, id), isNew: false }
}

/**
 * Locks the unit until the end of the transaction. Meanwhile it cannot be changed or enabled by an
 * organization. Throws `not_found`.
 */
export async function lockUnit(tx: PlatformTx, id: string): Promise<Unit> {
  const [unit] = await tx.select().from(unitsOfMeasure).where(eq(unitsOfMeasure.id, id)).for('update')
  if (!unit) throw notFound('unit of measure', id)
  return unit
}

/** Updates a unit that the transaction has locked. */
export async function saveUnit(tx: PlatformTx, id: string, values: Partial<UnitValues>): Promise<Unit> {
  const [row] = await tx
    .update(unitsOfMeasure)
    .set({ ...values, version: sql`${unitsOfMeasure.version} + 1`, updatedAt: sql`now()` })
    .where(eq(unitsOfMeasure.id, id))
    .returning()
  return must(row, 'unit of measure')
}

/**
 * Returns the organizations and products that use the unit, across all organizations, with up to 20 names of
 * each.
 */
export async function findUsage(tx: PlatformTx, id: string): Promise<BlockedBy[]> {
  const { rows } = await tx.execute<{ kind: 'organization' | 'product'; name: string }>(
    sql`SELECT kind, name FROM platform_unit_usage(${id})`,
  )
  return (['organization', 'product'] as const).flatMap((kind) => {
    const names = rows.filter((row) => row.kind === kind).map((row) => row.name)
    return names.length > 0 ? [{ resource: `${kind}s`, count: names.length, names }] : []
  })
}

/** Adds the unit to the change feed of every organization that has enabled it. */
export async function notifyTills(tx: PlatformTx, id: string): Promise<void> {
  await tx.execute(sql`SELECT platform_unit_changed(${id})`)
}
