import { and, eq } from 'drizzle-orm'
import { refuseWhenUsed } from '#hub/db/in-use.ts'
import { notFound } from '#hub/db/records.ts'
import { organizationUnits } from '#hub/db/tables/organization.ts'
import { unitsOfMeasure } from '#hub/db/tables/platform.ts'
import { products } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import { getUnit } from './queries.ts'

/** A repeat changes nothing. Throws not_found for a unit that does not exist or is no longer active. */
export async function enableUnit(tx: Tx, unitId: string): Promise<void> {
  // The lock is the one that a foreign key takes: while the SuperAdmin is deleting the unit, this waits.
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

/** A repeat changes nothing. Throws in_use, with the names of the products that have the unit. */
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
