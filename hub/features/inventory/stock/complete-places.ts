import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { stores } from '#hub/db/tables/catalog.ts'
import { unitsOfMeasure } from '#hub/db/tables/platform.ts'
import { productMinStocks, products } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import { findPaths } from '#hub/features/catalog/product-groups/queries.ts'
import { defaultPriceType } from '#hub/features/catalog/products/select-products.ts'
import type { StockListQuery } from '#shared/contracts/inventory/stock.ts'
import type { Amount, Quantity } from '#shared/money/decimal.ts'
import { must } from '#shared/std/must.ts'
import { daysInStock, findAges } from './days-in-stock.ts'
import type { StockPlace } from './places.ts'

/** A stock place with data of its product and store. */
export interface CompletePlace extends StockPlace {
  product: ProductInStock
  groupPath: string | null
  storeName: string
  minStock: Quantity | null
  /** Reserved quantity, or null when not requested. */
  reserved: Quantity | null
  /** Days in stock: undefined when not requested, null without stock. */
  daysInStock: number | null | undefined
}

/** Optional additional data. */
type Wanted = Pick<StockListQuery, 'withReserved' | 'withDaysInStock' | 'asOf'>

/**
 * Adds data to the places. Runs four statements, plus one for each optional request, regardless of the number
 * of places.
 */
export async function completePlaces(
  tx: Tx,
  places: StockPlace[],
  { withReserved, withDaysInStock, asOf }: Wanted,
): Promise<CompletePlace[]> {
  if (places.length === 0) return []
  const productIds = distinct(places.map(({ productId }) => productId))
  const known = new Map((await listProducts(tx, productIds)).map((product) => [product.id, product]))
  const groupIds = distinct([...known.values()].flatMap(({ groupId }) => groupId ?? []))
  const paths = await findPaths(tx, groupIds)
  const storeNames = await findStoreNames(tx, distinct(places.map(({ storeId }) => storeId)))
  const minimums = await findMinimums(tx, productIds)
  const reserved = withReserved ? await sumReserved(tx, places) : null
  const ages = withDaysInStock ? await findAges(tx, places, asOf) : null
  return places.map((place) => {
    const product = must(known.get(place.productId), 'product')
    return {
      ...place,
      product,
      groupPath: paths.get(product.groupId ?? '') ?? null,
      storeName: must(storeNames.get(place.storeId), 'store'),
      minStock: minimums.get(keyOf(place)) ?? product.minStock,
      reserved: reserved && ((reserved.get(keyOf(place)) ?? 0) as Quantity),
      daysInStock: ages ? daysInStock([ages.get(keyOf(place))]) : undefined,
    }
  })
}

const distinct = (ids: string[]): string[] => [...new Set(ids)]
const keyOf = ({ storeId, productId }: { storeId: string; productId: string }) => `${storeId} ${productId}`
const isAmong = (column: AnyPgColumn, ids: string[]): SQL => sql`${column} = ANY(${sql.param(ids)}::uuid[])`

type ProductInStock = Awaited<ReturnType<typeof listProducts>>[number]

function listProducts(tx: Tx, ids: string[]) {
  return tx
    .select({
      id: products.id,
      name: products.name,
      code: products.code,
      article: products.article,
      groupId: products.productGroupId,
      minStock: products.minStock,
      unitName: unitsOfMeasure.name,
      barcode: sql<string | null>`(
        SELECT value FROM product_barcodes
        WHERE organization_id = ${tx.organizationId} AND product_id = products.id
        ORDER BY position LIMIT 1)`,
      costPending: sql<boolean>`EXISTS (
        SELECT FROM cost_recalculations
        WHERE organization_id = ${tx.organizationId} AND product_id = products.id)`,
      retailPrice: sql<Amount>`coalesce((
        SELECT value FROM product_prices
        WHERE organization_id = ${tx.organizationId} AND product_id = products.id
          AND price_type_id = ${defaultPriceType(tx)}), 0)`.mapWith((value) => Number(value) as Amount),
    })
    .from(products)
    .innerJoin(unitsOfMeasure, eq(unitsOfMeasure.id, products.unitOfMeasureId))
    .where(and(eq(products.organizationId, tx.organizationId), isAmong(products.id, ids)))
}

async function findStoreNames(tx: Tx, ids: string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: stores.id, name: stores.name })
    .from(stores)
    .where(and(eq(stores.organizationId, tx.organizationId), isAmong(stores.id, ids)))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns the minimum stock levels set for individual stores. */
async function findMinimums(tx: Tx, productIds: string[]): Promise<Map<string, Quantity>> {
  const rows = await tx
    .select()
    .from(productMinStocks)
    .where(
      and(
        eq(productMinStocks.organizationId, tx.organizationId),
        isAmong(productMinStocks.productId, productIds),
      ),
    )
  return new Map(rows.map((row) => [keyOf(row), row.minStock]))
}

/** Returns the quantities in drafts of shipments (demands) and of retail sales entered in the back office. */
async function sumReserved(tx: Tx, places: StockPlace[]): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ store_id: string; product_id: string; quantity: string }>(sql`
    SELECT store_id, product_id, sum(quantity) AS quantity
    FROM (
      SELECT document.store_id, line.product_id, line.quantity
      FROM documents AS document JOIN document_lines AS line
        ON line.organization_id = document.organization_id AND line.document_id = document.id
      WHERE document.organization_id = ${tx.organizationId} AND document.status = 'Draft'
        AND document.type = 'Demand'
      UNION ALL
      SELECT sale.store_id, line.product_id, line.quantity
      FROM retail_sales AS sale JOIN retail_sale_lines AS line
        ON line.organization_id = sale.organization_id AND line.sale_id = sale.id
      WHERE sale.organization_id = ${tx.organizationId} AND sale.status = 'Draft'
        AND sale.source = 'BackOffice' AND NOT sale.is_return
    ) AS drafted
    JOIN unnest(
      ${sql.param(places.map(({ storeId }) => storeId))}::uuid[],
      ${sql.param(places.map(({ productId }) => productId))}::uuid[]
    ) AS place (store_id, product_id) USING (store_id, product_id)
    GROUP BY store_id, product_id`)
  return new Map(
    rows.map((row) => [keyOf({ storeId: row.store_id, productId: row.product_id }), Number(row.quantity)]),
  )
}
