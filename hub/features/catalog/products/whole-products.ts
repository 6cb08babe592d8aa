import { type SQL, sql } from 'drizzle-orm'
import type { products } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Barcode } from '#shared/imports/barcode-cell.ts'
import type { Amount } from '#shared/money/decimal.ts'
import type { Pack } from './packs/packs.ts'

/** Columns written by imports and change sets. */
export type ProductValues = Omit<
  typeof products.$inferSelect,
  | 'organizationId'
  | 'id'
  | 'version'
  | 'createdAt'
  | 'updatedAt'
  | 'createdById'
  | 'ntin'
  | 'ikpu'
  | 'hasBarcode'
  | 'costBeforeSupplies'
  | 'priceBeforeSupplies'
>

/** A product with its dependent rows. */
export interface WholeProduct extends ProductValues {
  id: string
  version: number
  barcodes: Barcode[]
  packs: Pack[]
  /** Prices by price type. */
  prices: Record<string, Amount>
}

/** Returns the products whose `id` is selected by the query `named`, ordered by id. */
export async function listWholeProducts(tx: Tx, named: SQL): Promise<WholeProduct[]> {
  const own = tx.organizationId
  const { rows } = await tx.execute<WholeProduct & Record<string, unknown>>(sql`
    WITH named AS (${named})
    SELECT p.id, p.version, p.name, p.code, p.article, p.external_code AS "externalCode",
      p.product_group_id AS "productGroupId", p.unit_of_measure_id AS "unitOfMeasureId",
      p.cost::float8 AS cost, p.min_price::float8 AS "minPrice", p.vat_rate AS "vatRate",
      p.use_group_vat AS "useGroupVat", p.min_stock::float8 AS "minStock", p.is_weighed AS "isWeighed",
      p.weight_code AS "weightCode", p.kind, p.payment_subject AS "paymentSubject",
      p.tracking_type AS "trackingType", p.country_id AS "countryId", p.supplier_id AS "supplierId",
      p.is_discount_prohibited AS "isDiscountProhibited", p.minimum_age AS "minimumAge", p.weight::float8 AS weight, p.volume, p.description,
      p.is_archived AS "isArchived",
      coalesce(b.barcodes, '[]') AS barcodes, coalesce(k.packs, '[]') AS packs,
      coalesce(q.prices, '{}') AS prices
    FROM named
    JOIN products p ON p.organization_id = ${own} AND p.id = named.id
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object('value', value, 'type', type) ORDER BY position) AS barcodes
      FROM product_barcodes WHERE organization_id = ${own} AND product_id = named.id) b ON true
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object('uomId', uom_id, 'quantity', quantity, 'barcode', barcode)
        ORDER BY position) AS packs
      FROM product_packs WHERE organization_id = ${own} AND product_id = named.id) k ON true
    LEFT JOIN LATERAL (
      SELECT json_object_agg(price_type_id, value) AS prices
      FROM product_prices WHERE organization_id = ${own} AND product_id = named.id) q ON true
    ORDER BY p.id`)
  return rows
}
