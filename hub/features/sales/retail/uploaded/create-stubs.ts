import { eq, sql } from 'drizzle-orm'
import { organizationUnits } from '#hub/db/tables/organization.ts'
import { unitsOfMeasure } from '#hub/db/tables/platform.ts'
import { products } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Cost } from '#shared/money/decimal.ts'
import { cleanText } from '#shared/std/clean-text.ts'
import { must } from '#shared/std/must.ts'
import type { SaleFacts } from './sale-facts.ts'
import type { UploadedSale } from './uploaded-sale.ts'

/**
 * Creates archived stubs for products that no longer exist at head office, because the sale lines refer to
 * them. Adds the stubs to the facts and returns their ids.
 */
export async function createStubs(
  tx: Tx,
  sales: readonly UploadedSale[],
  facts: SaleFacts,
): Promise<Set<string>> {
  const names = new Map<string, string>()
  for (const line of sales.flatMap(({ body }) => body.lines)) {
    if (!facts.products.has(line.productId) && !names.has(line.productId))
      names.set(line.productId, line.name)
  }
  if (names.size === 0) return new Set()
  const unitOfMeasureId = await anyUnit(tx)
  // Ordered by id, so that two batches that create the same products cannot deadlock.
  const missing = [...names].sort(([a], [b]) => (a < b ? -1 : 1))
  await tx
    .insert(products)
    .values(
      missing.map(([id, name]) => ({
        organizationId: tx.organizationId,
        id,
        name: nameOf(name),
        code: `till-${id}`,
        unitOfMeasureId,
        cost: 0 as Cost,
        isWeighed: false,
        kind: 'Good' as const,
        isDiscountProhibited: false,
        isArchived: true,
      })),
    )
    .onConflictDoNothing()
  for (const [id] of missing)
    facts.products.set(id, {
      kind: 'Good',
      cost: 0 as Cost,
      isArchived: true,
      isDiscountProhibited: false,
      isWeighed: false,
      prices: new Map(),
    })
  return new Set(names.keys())
}

/** Cleans a name for use in the catalog. */
function nameOf(name: string): string {
  return [...cleanText(name.toWellFormed())].slice(0, 255).join('') || '?'
}

/** Returns the unit for a stub, preferably pieces. */
async function anyUnit(tx: Tx): Promise<string> {
  const [unit] = await tx
    .select({ id: organizationUnits.unitId })
    .from(organizationUnits)
    .innerJoin(unitsOfMeasure, eq(unitsOfMeasure.id, organizationUnits.unitId))
    .where(eq(organizationUnits.organizationId, tx.organizationId))
    .orderBy(sql`${unitsOfMeasure.code} <> '796'`)
    .limit(1)
  return must(unit, 'enabled unit').id
}
