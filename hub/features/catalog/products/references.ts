import { and, eq, inArray } from 'drizzle-orm'
import { findRecord, requireReference } from '#hub/db/records.ts'
import { counterparties, countries, productGroups, stores } from '#hub/db/tables/catalog.ts'
import { organizationUnits } from '#hub/db/tables/organization.ts'
import { unitsOfMeasure } from '#hub/db/tables/platform.ts'
import type { Tx } from '#hub/db/transact.ts'
import { invalidField } from '#shared/problems/problem.ts'
import type { MinStock } from './details.ts'

/** ОКЕИ code of a piece, the default unit of a product. */
const PIECE = '796'

/**
 * Returns the unit, or pieces when `id` is undefined. Throws `invalid_request` when it is not enabled for the
 * organization.
 */
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

/** Throws `invalid_request` when the group does not exist or is archived. */
export async function requireOpenGroup(tx: Tx, id: string | null): Promise<void> {
  if (id === null) return
  const group = await findRecord(tx, productGroups, id)
  if (!group || group.isArchived) {
    const reason = group ? `the product group ${group.name} is archived` : `there is no product group ${id}`
    throw invalidField(['productGroupId'], reason)
  }
}

/** Throws `invalid_request` when the country does not exist. */
export function requireCountry(tx: Tx, id: string | null): Promise<void> {
  return requireReference(tx, countries, id, ['countryId'], 'country')
}

/** Throws `invalid_request` when the supplier does not exist. */
export function requireSupplier(tx: Tx, id: string | null): Promise<void> {
  return requireReference(tx, counterparties, id, ['supplierId'], 'counterparty')
}

/** Throws `invalid_request` naming the line whose store does not exist. */
export async function requireStores(tx: Tx, lines: readonly MinStock[]): Promise<void> {
  if (lines.length === 0) return
  const found = await tx
    .select({ id: stores.id })
    .from(stores)
    .where(
      and(
        eq(stores.organizationId, tx.organizationId),
        inArray(
          stores.id,
          lines.map((line) => line.storeId),
        ),
      ),
    )
  const known = new Set(found.map(({ id }) => id))
  for (const [index, { storeId }] of lines.entries()) {
    if (!known.has(storeId))
      throw invalidField(['minStockByStore', index, 'storeId'], `there is no store ${storeId}`)
  }
}
