import { sql } from 'drizzle-orm'
import { portions } from '#hub/db/records.ts'
import type { Tx } from '#hub/db/transact.ts'
import { listWholeProducts, type WholeProduct } from '#hub/features/catalog/products/whole-products.ts'
import { weightCodeSpellings } from '#shared/barcodes/weight-barcode.ts'
import type { ImportRow } from '#shared/imports/read-row.ts'

export type Existing = WholeProduct

const AT_ONCE = 2000

/** Finds existing products for rows by their identifying keys (docs/domain.md#import-matching). */
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

  /**
   * Returns the product of the row, found by the strongest key that matches. A weaker key does not count when
   * a stronger one of the row contradicts it. Returns undefined when there is no such product.
   */
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

/**
 * Returns the product if it is the only one, otherwise undefined. A barcode shared by several products
 * identifies none of them.
 */
const only = (found: Existing[]): Existing | undefined => (found.length === 1 ? found[0] : undefined)

/**
 * Returns the products that no code of the row contradicts. A generated external code, which equals the id,
 * cannot contradict.
 */
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
  return listWholeProducts(
    tx,
    sql`
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
          AND name = ANY(${texts(rows.map((row) => row.name))}::text[])`,
  )
}
