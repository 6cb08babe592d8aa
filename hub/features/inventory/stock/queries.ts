import { and, asc, count, eq, sql } from 'drizzle-orm'
import { contains, ordering } from '#hub/db/records.ts'
import { priceTypes, productPrices, products, stores } from '#hub/db/tables/catalog.ts'
import { unitsOfMeasure } from '#hub/db/tables/platform.ts'
import { stockBalances } from '#hub/db/tables/stock.ts'
import type { Tx } from '#hub/db/transact.ts'
import { inGroup } from '#hub/features/catalog/product-groups/queries.ts'
import type { StockListQuery } from '#shared/contracts/stock.ts'
import type { Amount } from '#shared/money/decimal.ts'

export type StockListRow = Awaited<ReturnType<typeof listStock>>['rows'][number]

/** What is in stock, by product and store; only products that have ever moved. */
export async function listStock(tx: Tx, query: StockListQuery) {
  const where = and(
    eq(stockBalances.organizationId, tx.organizationId),
    // What was posted once and taken out again has left an empty balance behind.
    sql`isfinite(${stockBalances.lastMovementAt})`,
    query.storeId ? eq(stockBalances.storeId, query.storeId) : undefined,
    query.productId ? eq(stockBalances.productId, query.productId) : undefined,
    query.productGroupId ? inGroup(tx, products.productGroupId, query.productGroupId) : undefined,
    contains([products.name, products.code, products.article], query.search),
  )
  const ofProduct = and(
    eq(products.organizationId, stockBalances.organizationId),
    eq(products.id, stockBalances.productId),
  )
  const rows = await tx
    .select({
      balance: stockBalances,
      productName: products.name,
      code: products.code,
      article: products.article,
      unitName: unitsOfMeasure.name,
      storeName: stores.name,
      minStock: products.minStock,
      retailPrice: sql<Amount>`coalesce(${productPrices.value}, 0)`.mapWith(
        (value) => Number(value) as Amount,
      ),
    })
    .from(stockBalances)
    .innerJoin(products, ofProduct)
    .innerJoin(unitsOfMeasure, eq(unitsOfMeasure.id, products.unitOfMeasureId))
    .innerJoin(
      stores,
      and(eq(stores.organizationId, stockBalances.organizationId), eq(stores.id, stockBalances.storeId)),
    )
    .leftJoin(
      priceTypes,
      and(eq(priceTypes.organizationId, stockBalances.organizationId), eq(priceTypes.isDefault, true)),
    )
    .leftJoin(
      productPrices,
      and(
        eq(productPrices.organizationId, stockBalances.organizationId),
        eq(productPrices.productId, stockBalances.productId),
        eq(productPrices.priceTypeId, priceTypes.id),
      ),
    )
    .where(where)
    .orderBy(
      ...ordering(query.sort ?? 'productName', {
        productName: products.name,
        code: products.code,
        quantity: stockBalances.quantity,
        lastMovementAt: stockBalances.lastMovementAt,
      }),
      asc(stockBalances.productId),
      asc(stockBalances.storeId),
    )
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize)
  const [counted] = await tx
    .select({ total: count() })
    .from(stockBalances)
    .innerJoin(products, ofProduct)
    .where(where)
  return { rows, total: counted?.total ?? 0 }
}
