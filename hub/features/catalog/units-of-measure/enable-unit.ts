import { and, eq } from 'drizzle-orm'
import { notFound } from '#hub/db/records.ts'
import { refuseWhenUsed } from '#hub/db/refuse-when-used.ts'
import { organizationUnits } from '#hub/db/tables/organization.ts'
import { unitsOfMeasure } from '#hub/db/tables/platform.ts'
import { products } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import { getUnit } from './queries.ts'

/** Enables a unit. Idempotent. Throws `not_found` for a unit that does not exist or is inactive. */
export async function enableUnit(tx: Tx, unitId: string): Promise<void> {
  // Takes the same lock as a foreign key check, so it waits for a concurrent deletion by a SuperAdmin.
  const [unit] = await tx
    .select({ id: unitsOfMeasure.id })
    .from(unitsOfMeasure)
    .where(and(eq(unitsOfMeasure.id, unitId), eq(unitsOfMeasure.isActive, true)))
    .for('key share')
  if (!unit) throw notFound('unit of measure', unitId)
  await tx
    .insert(organizationUnits)
    .values({ organizationId: tx.organizationId, unitId })
    .onConflictDoNothing()
}

/** Disables a unit. Idempotent. Throws `not_found`, and `in_use` with the names of the products that use the unit. */
export async function disableUnit(tx: Tx, unitId: string): Promise<void> {
  await getUnit(tx, unitId)
  await refuseWhenUsed(tx, [
    {
      resource: 'products',
      table: products,
      where: eq(products.unitOfMeasureId, unitId),
      name: products.name,
    },
  ])
  await tx
    .delete(organizationUnits)
    .where(and(eq(organizationUnits.organizationId, tx.organizationId), eq(organizationUnits.unitId, unitId)))
}
