import { and, eq } from 'drizzle-orm'
import { among, type Given, statement } from '#hub/db/statement.ts'
import { unitsOfMeasure } from '#hub/db/tables/platform.ts'
import { products } from '#hub/db/tables/products.ts'
import { costRecalculations } from '#hub/db/tables/stock.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Quantity } from '#shared/money/decimal.ts'
import { invalidField } from '#shared/problems/problem.ts'

export type ProductInDocument =
  Awaited<ReturnType<typeof loadProducts>> extends Map<string, infer Product> ? Product : never

const productsOf = statement('products.in-document', (given: Given<'ids'>, db) =>
  db
    .select({
      id: products.id,
      name: products.name,
      code: products.code,
      unitName: unitsOfMeasure.name,
      kind: products.kind,
      cost: products.cost,
      minPrice: products.minPrice,
      isDiscountProhibited: products.isDiscountProhibited,
      vatRate: products.vatRate,
      useGroupVat: products.useGroupVat,
      weight: products.weight,
      volume: products.volume,
      productGroupId: products.productGroupId,
      isArchived: products.isArchived,
      trackingType: products.trackingType,
      paymentSubject: products.paymentSubject,
      ntin: products.ntin,
      isFractional: unitsOfMeasure.isFractional,
      /** Time from which costs of the product's movements are being recalculated. */
      costsPendingFrom: costRecalculations.fromMoment,
    })
    .from(products)
    .leftJoin(
      costRecalculations,
      and(
        eq(costRecalculations.organizationId, given.organizationId),
        eq(costRecalculations.productId, products.id),
      ),
    )
    .innerJoin(unitsOfMeasure, eq(unitsOfMeasure.id, products.unitOfMeasureId))
    .where(and(eq(products.organizationId, given.organizationId), among(products.id, given.ids))),
)

/** Returns the product data that documents need, by id. */
export async function loadProducts(tx: Tx, ids: readonly string[]) {
  const rows = ids.length === 0 ? [] : await productsOf(tx, { ids: [...new Set(ids)] })
  return new Map(rows.map((row) => [row.id, row]))
}

/** Throws `invalid_request` naming the line when the product does not exist. */
export function requireProduct(
  products: ReadonlyMap<string, ProductInDocument>,
  productId: string,
  index: number,
): ProductInDocument {
  const product = products.get(productId)
  if (!product) throw invalidField(['lines', index, 'productId'], `there is no product ${productId}`)
  return product
}

/**
 * Throws `quantity_not_whole` naming the field of the line with a fraction of a product sold only in whole
 * pieces.
 */
export function refuseParts(
  { name, isFractional }: ProductInDocument,
  quantity: Quantity,
  index: number,
  member = 'quantity',
): void {
  if (isFractional || quantity % 1000 === 0) return
  throw invalidField(['lines', index, member], `${name} has only whole pieces`, 'quantity_not_whole')
}
