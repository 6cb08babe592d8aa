import { and, eq, inArray } from 'drizzle-orm'
import { products } from '#hub/db/tables/catalog.ts'
import { unitsOfMeasure } from '#hub/db/tables/platform.ts'
import type { Tx } from '#hub/db/transact.ts'

export type ProductInDocument =
  Awaited<ReturnType<typeof loadProducts>> extends Map<string, infer Product> ? Product : never

/** What documents need to know of products, by id. */
export async function loadProducts(tx: Tx, ids: readonly string[]) {
  const rows =
    ids.length === 0
      ? []
      : await tx
          .select({
            id: products.id,
            name: products.name,
            code: products.code,
            unitName: unitsOfMeasure.name,
            kind: products.kind,
            cost: products.cost,
            vatRate: products.vatRate,
            weight: products.weight,
            volume: products.volume,
            productGroupId: products.productGroupId,
            isArchived: products.isArchived,
            isFractional: unitsOfMeasure.isFractional,
          })
          .from(products)
          .innerJoin(unitsOfMeasure, eq(unitsOfMeasure.id, products.unitOfMeasureId))
          .where(and(eq(products.organizationId, tx.organizationId), inArray(products.id, [...new Set(ids)])))
  return new Map(rows.map((row) => [row.id, row]))
}
