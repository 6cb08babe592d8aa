import { sql } from 'drizzle-orm'
import { portions } from '#hub/db/records.ts'
import type { products } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Pack } from '#hub/features/catalog/products/packs/packs.ts'
import { weightCodeSpellings } from '#shared/barcodes/weight-barcode.ts'
import type { Barcode } from '#shared/imports/barcode-cell.ts'
import type { ImportRow } from '#shared/imports/read-row.ts'
import type { Amount } from '#shared/money/decimal.ts'

/** What of a product an import can change. */
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
>
export interface Existing extends ProductValues {
  id: string
  version: number
  barcodes: Barcode[]
  packs: Pack[]
  /** By price type. */
  prices: Record<string, Amount>
}

const AT_ONCE = 2000

/** The products that rows may mean, found by what tells products apart (docs/domain.md#import-matching). */
export class ExistingProducts {
  readonly #byExternalCode = new Map<string, Existing>()
  readonly #byId = new Map<string, Existing>()
  readonly #byCode = new Map<string, Existing>()
  readonly #byWeightCode = new Map<string, Existing>()
  readonly #byBarcode = new Map<string, Existing[]>()
  readonly #byName = new Map<string, Existing[]>()

  static async find(tx: Tx, rows: readonly ImportRow[]): Promise<ExistingProducts> {
    const found = new ExistingProducts()
    const { rows: any } = await tx.execute(
      sql`SELECT 1 FROM products WHERE organization_id = ${tx.organizationId} LIMIT 1`,
    )
    if (any.length === 0) return found
    for (const portion of portions(rows, AT_ONCE)) {
      for (const product of await findProducts(tx, portion)) found.#add(product)
    }
    return found
  }

  /** The product of the row: by the strongest key that it has, unless a stronger one says it is another product. */
  of(row: ImportRow): Existing | undefined {
    const { externalCode, id, code } = row
    return (
      (externalCode ? this.#byExternalCode.get(externalCode) : undefined) ??
      (id ? this.#byId.get(id) : undefined) ??
      (code ? fitting(row, [this.#byCode.get(code)])[0] : undefined) ??
      only(this.#ofBarcodes(row)) ??
      fitting(row, this.#byName.get(nameKey(row.name, row.article)) ?? [])[0]
    )
  }

  withCode = (code: string): Existing | undefined => this.#byCode.get(code)
  withExternalCode = (code: string): Existing | undefined => this.#byExternalCode.get(code)
  withWeightCode = (code: string): Existing | undefined =>
    weightCodeSpellings(code)
      .map((spelling) => this.#byWeightCode.get(spelling))
      .find(Boolean)

  #ofBarcodes(row: ImportRow): Existing[] {
    const all = (row.barcodes ?? []).flatMap(({ value }) => this.#byBarcode.get(value) ?? [])
    return fitting(row, [...new Set(all)])
  }

  #add(product: Existing): void {
    if (this.#byId.has(product.id)) return
    this.#byId.set(product.id, product)
    this.#byCode.set(product.code, product)
    if (product.externalCode) this.#byExternalCode.set(product.externalCode, product)
    if (product.weightCode) this.#byWeightCode.set(product.weightCode, product)
    for (const { value } of product.barcodes) push(this.#byBarcode, value, product)
    push(this.#byName, nameKey(product.name, product.article), product)
  }
}

export const nameKey = (name: string, article: string | null | undefined): string =>
  `${name}\n${article ?? ''}`

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

/** A barcode of several products identifies none of them. */
const only = (found: Existing[]): Existing | undefined => (found.length === 1 ? found[0] : undefined)

/** Those that no code of the row contradicts. An external code that was made up (it is the id) contradicts nothing. */
function fitting(row: ImportRow, found: (Existing | undefined)[]): Existing[] {
  return found.filter((product): product is Existing => {
    if (!product) return false
    const own = product.externalCode === product.id ? null : product.externalCode
    if (row.externalCode && own && own !== row.externalCode) return false
    return !row.code || product.code === row.code
  })
}

async function findProducts(tx: Tx, rows: readonly ImportRow[]): Promise<Existing[]> {
  const own = tx.organizationId
  const texts = (values: (string | null | undefined)[]) => sql.param([...new Set(values.filter(Boolean))])
  const { rows: found } = await tx.execute<Existing & Record<string, unknown>>(sql`
    WITH named AS (
      SELECT id FROM products WHERE organization_id = ${own}
        AND external_code = ANY(${texts(rows.map((row) => row.externalCode))}::text[])
      UNION
      SELECT id FROM products WHERE organization_id = ${own}
        AND id = ANY(${texts(rows.map((row) => row.id))}::uuid[])
      UNION
      SELECT id FROM products WHERE organization_id = ${own}
        AND code = ANY(${texts(rows.map((row) => row.code))}::text[])
      UNION
      SELECT id FROM products WHERE organization_id = ${own}
        AND weight_code = ANY(${texts(rows.flatMap((row) => (row.weightCode ? weightCodeSpellings(row.weightCode) : [])))}::text[])
      UNION
      SELECT product_id FROM product_barcodes WHERE organization_id = ${own}
        AND value = ANY(${texts(rows.flatMap((row) => (row.barcodes ?? []).map(({ value }) => value)))}::text[])
      UNION
      SELECT id FROM products WHERE organization_id = ${own}
        AND name = ANY(${texts(rows.map((row) => row.name))}::text[])
    )
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
  return found
}
