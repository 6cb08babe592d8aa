import { and, eq, type InferSelectModel, inArray, notInArray, type SQL } from 'drizzle-orm'
import { type ListOptions, listRows, matches, notFound } from '#hub/db/records.ts'
import { organizationUnits } from '#hub/db/tables/organization.ts'
import { unitsOfMeasure } from '#hub/db/tables/platform.ts'
import type { PlatformTx, Tx } from '#hub/db/transact.ts'
import type { UnitOfMeasureListQuery } from '#shared/contracts/catalog/units-of-measure.ts'

/** A global unit. An organization sees only active units that it has enabled. */

export type Unit = InferSelectModel<typeof unitsOfMeasure>

/** Returns a page of units. Without `visible`, includes all units of the platform. */
export function listUnits(
  tx: PlatformTx,
  query: UnitOfMeasureListQuery,
  visible?: SQL,
): Promise<{ rows: Unit[]; total: number }> {
  const byActivity = matches(unitsOfMeasure.isActive, query.isActive)
  return listRows(tx, unitsOfMeasure, query, { ...LIST, where: [visible, byActivity] })
}

/** Returns a unit. Without `visible`, finds any unit of the platform. Throws `not_found`. */
export async function getUnit(tx: PlatformTx, id: string, visible?: SQL): Promise<Unit> {
  const [unit] = await tx
    .select()
    .from(unitsOfMeasure)
    .where(and(visible, eq(unitsOfMeasure.id, id)))
  if (!unit) throw notFound('unit of measure', id)
  return unit
}

/**
 * Returns the condition for active units that the organization has enabled. With `isEnabled` false, returns
 * the condition for active units that it has not enabled.
 */
export function visibleTo(tx: Tx, isEnabled = true): SQL | undefined {
  const enabled = tx
    .select({ id: organizationUnits.unitId })
    .from(organizationUnits)
    .where(eq(organizationUnits.organizationId, tx.organizationId))
  const isIn = isEnabled ? inArray : notInArray
  return and(eq(unitsOfMeasure.isActive, true), isIn(unitsOfMeasure.id, enabled))
}

const LIST: ListOptions = {
  searchIn: [unitsOfMeasure.name, unitsOfMeasure.fullName, unitsOfMeasure.code],
  sortBy: {
    name: unitsOfMeasure.name,
    fullName: unitsOfMeasure.fullName,
    code: unitsOfMeasure.code,
    createdAt: unitsOfMeasure.createdAt,
  },
  defaultSort: 'name',
}
