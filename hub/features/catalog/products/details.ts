import { and, asc, eq, getTableColumns, type InferSelectModel, type SQL, sql } from 'drizzle-orm'
import { type Given, statement } from '#hub/db/statement.ts'
import { unitsOfMeasure } from '#hub/db/tables/platform.ts'
import { products } from '#hub/db/tables/products.ts'
import type { PlatformTx, Tx } from '#hub/db/transact.ts'
import { type GroupAbove, groupsAbove, pathTo } from '#hub/documents/groups-above.ts'
import type { ImageRow } from '#hub/features/catalog/product-images/queries.ts'
import { effectiveVatRate } from '#shared/catalog/effective-vat.ts'
import type { ProductCreate } from '#shared/contracts/catalog/products.ts'
import type { Amount, Percent, Quantity } from '#shared/money/decimal.ts'
import type { Pack } from './packs/packs.ts'
import type { Price } from './prices/prices.ts'

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

/** A product with data from other tables. */
export interface ProductDetails extends ProductRow {
  unitName: string
  groupPath: string | null
  effectiveVatRate: Percent | null
  barcodes: Barcode[]
  packs: Pack[]
  prices: Price[]
  futurePrices: FuturePrice[]
  minStockByStore: MinStock[]
  images: ImageRow[]
}

/**
 * Defines a statement that finds products with their data from other tables. `idsOf` is a subselect of their
 * ids. It is a single statement, because for few products most of the time is spent on the round trip.
 */
export function productsWithDetails<Name extends string>(
  name: string,
  idsOf: (given: Given<Name>, db: PlatformTx) => SQL,
): (tx: Tx, values: Record<Exclude<Name, 'organizationId'>, unknown>) => Promise<ProductDetails[]> {
  const select = statement(name, (given: Given<Name>, db) => {
    // An array instead of a join, because for a table that was filled just before, PostgreSQL would read all
    // rows of the organization.
    const ids = sql`ARRAY(${idsOf(given, db)})`
    return db
      .select({
        ...getTableColumns(products),
        unitName: unitsOfMeasure.name,
        ...linesOf(sql`${given.organizationId}`, ids),
      })
      .from(products)
      .innerJoin(unitsOfMeasure, eq(unitsOfMeasure.id, products.unitOfMeasureId))
      .where(and(eq(products.organizationId, given.organizationId), sql`${products.id} = ANY(${ids})`))
      .orderBy(asc(products.isArchived), asc(products.name), asc(products.id))
  })
  return async (tx, values) => {
    const rows = await select(tx, values)
    const lines = rows.find(({ isFirst }) => isFirst)
    return lines ? withLines(rows, lines) : []
  }
}

/**
 * Returns the dependent rows of all products in the first row, because a subselect for each product would
 * take longer.
 */
function linesOf(organizationId: SQL, ids: SQL) {
  const isFirst = sql<boolean>`row_number() OVER () = 1`
  const inFirst = <Line>(lines: SQL): SQL<Line[] | null> =>
    sql`CASE WHEN ${isFirst} THEN (SELECT json_agg(line) FROM (${lines}) AS line) END`
  const ofProducts = sql`each.organization_id = ${organizationId} AND each.product_id = ANY(${ids})`
  return {
    isFirst,
    groups: inFirst<GroupAbove>(
      groupsAbove(
        organizationId,
        sql`id IN (
          SELECT product_group_id FROM products WHERE organization_id = ${organizationId} AND id = ANY(${ids}))`,
      ),
    ),
    barcodes: inFirst<OfProduct<Barcode>>(sql`
      SELECT product_id AS "productId", value, type FROM product_barcodes each
      WHERE ${ofProducts} ORDER BY position`),
    packs: inFirst<OfProduct<Pack>>(sql`
      SELECT product_id AS "productId", uom_id AS "uomId", quantity, barcode FROM product_packs each
      WHERE ${ofProducts} ORDER BY position`),
    prices: inFirst<OfProduct<Price>>(sql`
      SELECT product_id AS "productId", price_type_id AS "priceTypeId", value, is_default AS "isDefault"
      FROM product_prices each
      JOIN price_types type ON type.organization_id = each.organization_id AND type.id = price_type_id
      WHERE ${ofProducts} ORDER BY sort_order, name`),
    futurePrices: inFirst<OfProduct<AsJson<FuturePrice>>>(sql`
      SELECT product_id AS "productId", price_type_id AS "priceTypeId", value, starts_at AS "startsAt"
      FROM future_prices each WHERE ${ofProducts} ORDER BY starts_at, price_type_id`),
    minStockByStore: inFirst<OfProduct<MinStock>>(sql`
      SELECT product_id AS "productId", store_id AS "storeId", min_stock AS "minStock"
      FROM product_min_stocks each WHERE ${ofProducts} ORDER BY store_id`),
    images: inFirst<AsJson<ImageRow>>(sql`
      SELECT organization_id AS "organizationId", id, product_id AS "productId", file_name AS "fileName",
        file_key AS "fileKey", content_type AS "contentType", size, width, height, is_main AS "isMain",
        sort_order AS "sortOrder", created_at AS "createdAt"
      FROM product_images each WHERE ${ofProducts} ORDER BY is_main DESC, sort_order, id`),
  }
}

type OfProduct<Line> = Line & { productId: string }
/** A row as JSON, in which times are strings. */
type AsJson<Row> = { [Name in keyof Row]: Row[Name] extends Date ? string : Row[Name] }

type Columns = ReturnType<typeof linesOf>
type Lines = { [Name in keyof Columns]: Columns[Name] extends SQL<infer Value> ? Value : never }
type Selected = ProductRow & { unitName: string } & Lines

function withLines(rows: Selected[], lines: Lines): ProductDetails[] {
  const groups = new Map((lines.groups ?? []).map((group) => [group.id, group]))
  const barcodes = byProduct(lines.barcodes)
  const packs = byProduct(lines.packs)
  const prices = byProduct(lines.prices)
  const futurePrices = byProduct(lines.futurePrices)
  const minStocks = byProduct(lines.minStockByStore)
  const images = Map.groupBy(lines.images ?? [], ({ productId }) => productId)
  return rows.map(({ isFirst: _, groups: __, ...row }) => ({
    ...row,
    groupPath: row.productGroupId && pathTo(groups, row.productGroupId),
    effectiveVatRate: effectiveVatRate({ ...row, groupId: row.productGroupId }, (id) => groups.get(id)),
    barcodes: barcodes(row.id),
    packs: packs(row.id),
    prices: prices(row.id),
    futurePrices: futurePrices(row.id).map((price) => ({ ...price, startsAt: new Date(price.startsAt) })),
    minStockByStore: minStocks(row.id),
    images: (images.get(row.id) ?? []).map((image) => ({ ...image, createdAt: new Date(image.createdAt) })),
  }))
}

function byProduct<Line extends { productId: string }>(lines: Line[] | null) {
  const groups = Map.groupBy(lines ?? [], ({ productId }) => productId)
  return (productId: string) => (groups.get(productId) ?? []).map(({ productId: _, ...line }) => line)
}
