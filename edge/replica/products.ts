import type { Amount, Percent } from '#shared/money/decimal.ts'
import type { Db } from '../sqlite/open.ts'
import { barcodeVariant } from './barcode-variants.ts'
import { searchQuery } from './search-words.ts'

export interface Product {
  id: string
  name: string
  code: string
  article: string | null
  barcodes: string[]
  groupName: string | null
  unitName: string
  isFractional: boolean
  price: Amount
  minPrice: Amount | null
  vatRate: Percent | null
}

type Row = Omit<Product, 'barcodes' | 'isFractional'> & { barcodes: string; isFractional: 0 | 1 }

const SELECT = `
  SELECT p.id, p.name, p.code, p.article, p.price, p.min_price AS minPrice, p.vat_rate AS vatRate,
         g.name AS groupName, coalesce(u.name, '') AS unitName, coalesce(u.is_fractional, 1) AS isFractional,
         (SELECT json_group_array(b.barcode ORDER BY b.position) FROM barcodes b WHERE b.product_row_id = p.row_id)
           AS barcodes
  FROM products p
  LEFT JOIN units u ON u.id = p.unit_id
  LEFT JOIN groups g ON g.id = p.group_id`

/** When more match, the person types on; sorting them all by name would cost more than it helps. */
const SORTED_MATCHES = 2_000

export class ProductsReader {
  readonly #find
  readonly #count
  readonly #list
  readonly #countMatches
  readonly #listMatches
  readonly #byBarcode
  readonly #byCode
  readonly #byArticle

  constructor(db: Db) {
    this.#find = db.prepare<[string], Row>(`${SELECT} WHERE p.id = ?`)
    this.#count = db.prepare<[], number>('SELECT count(*) FROM products').pluck()
    this.#list = db.prepare<[number], Row>(`${SELECT} ORDER BY p.name, p.row_id LIMIT ?`)
    this.#countMatches = db
      .prepare<[string], number>('SELECT count(*) FROM product_search WHERE product_search MATCH ?')
      .pluck()
    this.#listMatches = db.prepare<[string, number], Row>(
      `${SELECT}
       JOIN (SELECT rowid FROM product_search WHERE product_search MATCH ? LIMIT ${SORTED_MATCHES}) m
         ON m.rowid = p.row_id
       ORDER BY p.name, p.row_id LIMIT ?`,
    )
    this.#byBarcode = db.prepare<[string], Row>(
      `${SELECT} WHERE p.row_id IN (SELECT product_row_id FROM barcodes WHERE barcode = ?) ORDER BY p.name`,
    )
    this.#byCode = db.prepare<[string], Row>(`${SELECT} WHERE p.code = ? ORDER BY p.name`)
    this.#byArticle = db.prepare<[string], Row>(`${SELECT} WHERE p.article = ? ORDER BY p.name`)
  }

  find(id: string): Product | null {
    const row = this.#find.get(id.toLowerCase())
    return row ? read(row) : null
  }

  count(): number {
    return this.#count.get() ?? 0
  }

  /** Every word of `typed` begins a word of the name, code, article or a barcode; nothing typed finds everything. */
  search(typed: string, limit: number): { items: Product[]; total: number } {
    if (typed === '') return { items: this.#list.all(limit).map(read), total: this.count() }
    const query = searchQuery(typed)
    if (query === null) return { items: [], total: 0 }
    return { items: this.#listMatches.all(query, limit).map(read), total: this.#countMatches.get(query) ?? 0 }
  }

  /** What a scanner read or a cashier typed: barcode, the same barcode as others send it, code, article. */
  listByCode(code: string): Product[] {
    const variant = barcodeVariant(code)
    const lookups = [
      () => this.#byBarcode.all(code),
      () => (variant === null ? [] : this.#byBarcode.all(variant)),
      () => this.#byCode.all(code),
      () => this.#byArticle.all(code),
    ]
    for (const lookup of lookups) {
      const rows = lookup()
      if (rows.length > 0) return rows.map(read)
    }
    return []
  }
}

const read = (row: Row): Product => ({
  ...row,
  barcodes: JSON.parse(row.barcodes) as string[],
  isFractional: row.isFractional === 1,
})
