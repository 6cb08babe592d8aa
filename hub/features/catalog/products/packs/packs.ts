import { and, eq, sql } from 'drizzle-orm'
import { organizationUnits } from '#hub/db/tables/organization.ts'
import { productPacks } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import { BrokenRule } from '#hub/features/catalog/products/broken-rule.ts'
import { remarkText } from '#shared/imports/remarks.ts'
import type { Quantity } from '#shared/money/decimal.ts'
import { invalidField } from '#shared/problems/problem.ts'

/**
 * Pack of a product: the quantity in the product's own unit that makes up one pack unit, such as 12 pieces in
 * a box (docs/domain.md#packs).
 */
export interface Pack {
  uomId: string
  quantity: Quantity
  barcode: string | null
}

interface PackedProduct {
  kind: 'Good' | 'Service' | 'Bundle'
  isWeighed: boolean
  unitOfMeasureId: string
  barcodes: readonly { value: string }[]
}

/** Throws `invalid_request` naming the pack that the product cannot have. */
export function refuseWrongPacks(packs: readonly Pack[], product: PackedProduct): void {
  if (packs.length === 0) return
  if (product.kind === 'Service') throw new BrokenRule(['packs'], remarkText('packs_of_service'))
  if (product.isWeighed) throw new BrokenRule(['packs'], remarkText('packs_of_weighed'))
  const own = new Set(product.barcodes.map(({ value }) => value))
  for (const [index, { uomId, barcode }] of packs.entries()) {
    if (uomId === product.unitOfMeasureId)
      throw new BrokenRule(['packs', index, 'uomId'], remarkText('pack_in_own_unit'))
    if (barcode !== null && own.has(barcode))
      throw new BrokenRule(['packs', index, 'barcode'], remarkText('pack_with_own_barcode'))
  }
}

/** Throws `invalid_request` naming the pack whose unit is not enabled for the organization. */
export async function requirePackUnits(tx: Tx, packs: readonly Pack[]): Promise<void> {
  if (packs.length === 0) return
  const ids = packs.map(({ uomId }) => uomId)
  const found = await tx
    .select({ id: organizationUnits.unitId })
    .from(organizationUnits)
    .where(
      and(
        eq(organizationUnits.organizationId, tx.organizationId),
        sql`${organizationUnits.unitId} = ANY(${sql.param(ids)}::uuid[])`,
      ),
    )
  const enabled = new Set(found.map(({ id }) => id))
  for (const [index, id] of ids.entries())
    if (!enabled.has(id)) throw invalidField(['packs', index, 'uomId'], `unit ${id} is not enabled`)
}

/** Returns the units used by packs of any product of the organization. */
export async function listPackUnits(tx: Tx): Promise<{ id: string; name: string }[]> {
  const { rows } = await tx.execute<{ id: string; name: string }>(sql`
    SELECT id, name FROM units_of_measure
    WHERE id IN (SELECT uom_id FROM product_packs WHERE organization_id = ${tx.organizationId})
    ORDER BY name, id`)
  return rows
}

export async function insertPacks(tx: Tx, productId: string, packs: readonly Pack[]): Promise<void> {
  if (packs.length > 0) await tx.insert(productPacks).values(packRows(tx, productId, packs))
}

export async function replacePacks(tx: Tx, productId: string, packs: readonly Pack[]): Promise<void> {
  await tx
    .delete(productPacks)
    .where(and(eq(productPacks.organizationId, tx.organizationId), eq(productPacks.productId, productId)))
  await insertPacks(tx, productId, packs)
}

export const packRows = (tx: Tx, productId: string, packs: readonly Pack[]) =>
  packs.map(({ uomId, quantity, barcode }, position) => ({
    organizationId: tx.organizationId,
    productId,
    uomId,
    quantity,
    barcode,
    position,
  }))

export const isSamePacks = (some: readonly Pack[], others: readonly Pack[]): boolean =>
  some.length === others.length &&
  some.every(({ uomId, quantity, barcode }, at) => {
    const other = others[at]
    return other?.uomId === uomId && other.quantity === quantity && other.barcode === barcode
  })
