import { and, eq } from 'drizzle-orm'
import { findRecord } from '#hub/db/records.ts'
import { productGroups } from '#hub/db/tables/catalog.ts'
import { organizationUnits } from '#hub/db/tables/organization.ts'
import { unitsOfMeasure } from '#hub/db/tables/platform.ts'
import type { Tx } from '#hub/db/transact.ts'
import { findPaths } from '#hub/features/catalog/product-groups/queries.ts'
import { invalidField } from '#shared/problems/problem.ts'

/** ОКЕИ number of a piece: the unit of a product that names none. */
const PIECE = '796'

/** The unit, or pieces when none is named. Throws invalid_request when it is not enabled for the organization. */
export async function requireUnit(tx: Tx, id: string | undefined): Promise<{ id: string; name: string }> {
  const [unit] = await tx
    .select({ id: unitsOfMeasure.id, name: unitsOfMeasure.name })
    .from(organizationUnits)
    .innerJoin(unitsOfMeasure, eq(unitsOfMeasure.id, organizationUnits.unitId))
    .where(
      and(
        eq(organizationUnits.organizationId, tx.organizationId),
        eq(unitsOfMeasure.isActive, true),
        id === undefined ? eq(unitsOfMeasure.code, PIECE) : eq(unitsOfMeasure.id, id),
      ),
    )
  if (!unit) {
    const reason = id === undefined ? 'name one: pieces are not enabled' : `unit ${id} is not enabled`
    throw invalidField(['unitOfMeasureId'], reason)
  }
  return unit
}

/** The path of the group. Throws invalid_request when it does not exist or is archived. */
export async function requireOpenGroup(tx: Tx, id: string | null): Promise<string | null> {
  if (id === null) return null
  const group = await findRecord(tx, productGroups, id)
  if (!group || group.isArchived) {
    const reason = group ? `the product group ${group.name} is archived` : `there is no product group ${id}`
    throw invalidField(['productGroupId'], reason)
  }
  return (await findPaths(tx, [id])).get(id) ?? null
}
