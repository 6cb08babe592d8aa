import { sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import { stopBookings } from '#hub/documents/settings.ts'
import { remarkText } from '#shared/imports/remarks.ts'
import { BrokenRule } from './broken-rule.ts'

/** Change of a product to another unit. */
export interface UnitChange {
  productId: string
  unitId: string
}

/**
 * Returns the products that are changed to a unit without fractions while a store has a fraction in stock:
 * 1.234 kg cannot become pieces (docs/domain.md#units-of-measure). The result stays valid only after
 * `stopBookings`.
 */
export async function listPartsInStock(tx: Tx, changes: readonly UnitChange[]): Promise<Set<string>> {
  if (changes.length === 0) return new Set()
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT DISTINCT changed.id
    FROM unnest(
      ${sql.param(changes.map(({ productId }) => productId))}::uuid[],
      ${sql.param(changes.map(({ unitId }) => unitId))}::uuid[]
    ) AS changed (id, unit_id)
    JOIN units_of_measure AS unit ON unit.id = changed.unit_id AND NOT unit.is_fractional
    JOIN stock_balances AS stock ON stock.organization_id = ${tx.organizationId}
      AND stock.product_id = changed.id AND stock.quantity % 1000 <> 0`)
  return new Set(rows.map(({ id }) => id))
}

/** Throws `in_use` naming `unitOfMeasureId` when a store has a fraction that the new unit does not allow. */
export async function refuseParts(tx: Tx, productId: string, unitId: string): Promise<void> {
  await stopBookings(tx)
  const found = await listPartsInStock(tx, [{ productId, unitId }])
  if (found.size > 0) throw new BrokenRule(['unitOfMeasureId'], remarkText('parts_in_stock'), 'in_use')
}
