import { and, asc, eq, getTableColumns, type InferSelectModel, type SQL, sql } from 'drizzle-orm'
import { type Given, statement } from '#hub/db/statement.ts'
import { unitsOfMeasure } from '#hub/db/tables/platform.ts'
import { products } from '#hub/db/tables/products.ts'
import type { PlatformTx, Tx } from '#hub/db/transact.ts'
import type { ImageRow } from '#hub/features/catalog/product-images/queries.ts'
import { effectiveVatRate } from '#shared/catalog/effective-vat.ts'
import type { ProductCreate } from '#shared/contracts/products.ts'
import type { Amount, Percent, Quantity } from '#shared/money/decimal.ts'
import { type GroupAbove, groupsAbove, pathTo } from './groups-above.ts'
import type { Price } from './prices.ts'

export type ProductRow = InferSelectModel<typeof products>
export type Barcode = ProductCreate['barcodes'][number]
export interface FuturePrice {
  priceTypeId: string
  value: Amount
  startsAt: Date
}
export interface MinStock {
  storeId: string
  minStock: Quantity
}

/** A product with what other tables say of it. */
export interface ProductDetails extends ProductRow {
  unitName: string
  groupPath: string | null
  effectiveVatRate: Percent | null
  barcodes: Barcode[]
  prices: Price[]
  futurePrices: FuturePrice[]
  minStockByStore: MinStock[]
  images: ImageRow[]
}

/**
 * A statement that finds products with what other tables say of them: in one go, as most of the time that it takes is the
 * way there and back.
 */
export function productsWithDetails<Name extends string>(
  name: string,
  find: (given: Given<Name>, db: PlatformTx) => SQL,
): (tx: Tx, values: Record<Exclude<Name, 'organizationId'>, unknown>) => Promise<ProductDetails[]> {
  const select = statement(name, (given: Given<Name>, db) =>
    db
      .select({ ...getTableColumns(products), unitName: unitsOfMeasure.name, ...DETAILS })
      .from(products)
      .innerJoin(unitsOfMeasure, eq(unitsOfMeasure.id, products.unitOfMeasureId))
      .where(and(eq(products.organizationId, given.organizationId), find(given, db)))
      .orderBy(asc(products.isArchived), asc(products.name), asc(products.id)),
  )
  return async (tx, values) => (await select(tx, values)).map(toDetails)
}

type Selected = ProductRow & { unitName: string } & {
  [Name in keyof typeof DETAILS]: (typeof DETAILS)[Name] extends SQL<infer Value> ? Value : never
}

function toDetails({ groups: found, futurePrices, images, ...row }: Selected): ProductDetails {
  const groups = new Map(found.map((group) => [group.id, group]))
  return {
    ...row,
    groupPath: row.productGroupId && pathTo(groups, row.productGroupId),
    effectiveVatRate: effectiveVatRate({ ...row, groupId: row.productGroupId }, (id) => groups.get(id)),
    futurePrices: futurePrices.map((price) => ({ ...price, startsAt: new Date(price.startsAt) })),
    images: images.map((image) => ({ ...image, createdAt: new Date(image.createdAt) })),
  }
}

/** JSON has texts for times. */
type AsJson<Row> = { [Name in keyof Row]: Row[Name] extends Date ? string : Row[Name] }

/** A condition on rows of `each`. */
const ofProduct = sql`each.organization_id = ${products.organizationId} AND each.product_id = ${products.id}`

const list = <Row>(rows: SQL): SQL<Row[]> =>
  sql`coalesce((SELECT json_agg(line) FROM (${rows}) AS line), '[]')`

const DETAILS = {
  groups: list<GroupAbove>(groupsAbove(products.organizationId, sql`id = ${products.productGroupId}`)),
  barcodes: list<Barcode>(sql`
    SELECT value, type FROM product_barcodes each WHERE ${ofProduct} ORDER BY position`),
  prices: list<Price>(sql`
    SELECT price_type_id AS "priceTypeId", value, is_default AS "isDefault" FROM product_prices each
    JOIN price_types type ON type.organization_id = each.organization_id AND type.id = price_type_id
    WHERE ${ofProduct} ORDER BY sort_order, name`),
  futurePrices: list<AsJson<FuturePrice>>(sql`
    SELECT price_type_id AS "priceTypeId", value, starts_at AS "startsAt" FROM future_prices each
    WHERE ${ofProduct} ORDER BY starts_at, price_type_id`),
  minStockByStore: list<MinStock>(sql`
    SELECT store_id AS "storeId", min_stock AS "minStock" FROM product_min_stocks each
    WHERE ${ofProduct} ORDER BY store_id`),
  images: list<AsJson<ImageRow>>(sql`
    SELECT organization_id AS "organizationId", id, product_id AS "productId", file_name AS "fileName",
      file_key AS "fileKey", content_type AS "contentType", size, width, height, is_main AS "isMain",
      sort_order AS "sortOrder", created_at AS "createdAt"
    FROM product_images each WHERE ${ofProduct} ORDER BY is_main DESC, sort_order, id`),
}
