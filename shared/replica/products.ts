import type { z } from 'zod'
import { wordsOf } from '#shared/search/words.ts'
import type { Bucket } from '#shared/sync/digest.ts'
import type { ReplicaProduct } from '#shared/sync/download.ts'
import { Assortment } from './assortment.ts'
import type { Db } from './db.ts'
import type { KindWriter } from './kind-writer.ts'
import { EMPTY_SEARCH, FILL_SEARCH } from './schema.ts'

type Product = z.output<typeof ReplicaProduct>

const COLUMNS = `id, name, code, article, group_id, unit_id, kind, price, min_price, vat_rate, is_weighed, weight_code,
  is_discount_prohibited, use_group_vat, next_prices, tracking_type, payment_subject, ntin, packs,
  minimum_age, thumb_url`
const COLUMN_COUNT = COLUMNS.split(',').length

const rowOf = (id: string, product: Product): (string | number | null)[] => [
  id,
  product.name,
  product.code,
  product.article,
  product.groupId,
  product.unitId,
  product.kind,
  product.price,
  product.minPrice,
  product.vatRate,
  product.isWeighed ? 1 : 0,
  product.weightCode,
  product.isDiscountProhibited ? 1 : 0,
  product.useGroupVat ? 1 : 0,
  product.nextPrices.length > 0 ? JSON.stringify(product.nextPrices) : null,
  product.trackingType,
  product.paymentSubject,
  product.ntin,
  product.packs.length > 0 ? JSON.stringify(product.packs) : null,
  product.minimumAge,
  product.thumbUrl,
]

const packBarcodesOf = ({ packs }: Product): string[] => packs.flatMap(({ barcode }) => barcode ?? [])

/** Writer of products into a file that has indexes. */
export class ProductsWriter implements KindWriter<'product'> {
  readonly #insert
  readonly #insertBarcode
  readonly #insertPackBarcode
  readonly #index
  readonly #words

  constructor(db: Db) {
    this.#insert = db.prepare(`INSERT INTO products (${COLUMNS}) VALUES ${placeholders(1, COLUMN_COUNT)}`)
    this.#insertBarcode = db.prepare<[number | bigint, number, string]>(
      'INSERT INTO barcodes (product_row_id, position, barcode) VALUES (?, ?, ?)',
    )
    this.#insertPackBarcode = db.prepare<[number | bigint, string]>(
      'INSERT INTO pack_barcodes (product_row_id, barcode) VALUES (?, ?)',
    )
    this.#index = new SearchIndex(db)
    this.#words = new Words(db)
  }

  put(id: string, product: Product): void {
    this.#index.remove(id)
    const { lastInsertRowid } = this.#insert.run(rowOf(id, product))
    for (const [position, barcode] of product.barcodes.entries()) {
      this.#insertBarcode.run(lastInsertRowid, position, barcode)
    }
    for (const barcode of packBarcodesOf(product)) this.#insertPackBarcode.run(lastInsertRowid, barcode)
    this.#index.add(lastInsertRowid)
    this.#words.add(product.name)
  }

  delete(id: string): void {
    this.#index.remove(id)
  }

  empty(bucket: Bucket): void {
    this.#index.removeBucket(bucket)
  }
}

/**
 * Loader of products into an empty file without indexes. Each product must occur once. All rows are in the
 * file only after `flush`.
 */
export class ProductsLoader implements KindWriter<'product'> {
  readonly #products
  readonly #barcodes
  readonly #packBarcodes
  #rowId = 0

  constructor(db: Db) {
    this.#products = new BulkInsert(db, `products (row_id, ${COLUMNS})`, COLUMN_COUNT + 1)
    this.#barcodes = new BulkInsert(db, 'barcodes (product_row_id, position, barcode)', 3)
    this.#packBarcodes = new BulkInsert(db, 'pack_barcodes (product_row_id, barcode)', 2)
  }

  put(id: string, product: Product): void {
    this.#rowId++
    this.#products.add([this.#rowId, ...rowOf(id, product)])
    for (const [position, barcode] of product.barcodes.entries()) {
      this.#barcodes.add([this.#rowId, position, barcode])
    }
    for (const barcode of packBarcodesOf(product)) this.#packBarcodes.add([this.#rowId, barcode])
  }

  flush(): void {
    this.#products.flush()
    this.#barcodes.flush()
    this.#packBarcodes.flush()
  }

  /** Does nothing, because an empty file has nothing to delete. */
  delete(): void {}
  empty(): void {}
}

const ROWS_AT_ONCE = 50

/** Inserts many rows with each statement. A call costs more than the work of SQLite for one row. */
class BulkInsert {
  readonly #db: Db
  readonly #into: string
  readonly #columns: number
  readonly #insertMany
  #values: (string | number | null)[] = []

  constructor(db: Db, into: string, columns: number) {
    this.#db = db
    this.#into = into
    this.#columns = columns
    this.#insertMany = this.#prepare(ROWS_AT_ONCE)
  }

  add(row: readonly (string | number | null)[]): void {
    this.#values.push(...row)
    if (this.#values.length < ROWS_AT_ONCE * this.#columns) return
    this.#insertMany.run(this.#values)
    this.#values = []
  }

  flush(): void {
    const rows = this.#values.length / this.#columns
    if (rows > 0) this.#prepare(rows).run(this.#values)
    this.#values = []
  }

  #prepare(rows: number) {
    return this.#db.prepare(`INSERT INTO ${this.#into} VALUES ${placeholders(rows, this.#columns)}`)
  }
}

/**
 * Returns positional placeholders. Binding by name takes twice as long, which matters for a catalog of a
 * million products.
 */
const placeholders = (rows: number, columns: number): string =>
  Array(rows)
    .fill(`(${Array(columns).fill('?')})`)
    .join()

/** Known words, which search compares with mistyped ones (schema.ts). */
class Words {
  readonly #add

  constructor(db: Db) {
    this.#add = db.prepare<[string]>('INSERT OR IGNORE INTO words (word) VALUES (?)')
  }

  add(name: string): void {
    for (const word of wordsOf(name)) if (word.length >= 3 && !/\d/.test(word)) this.#add.run(word)
  }
}

class SearchIndex {
  readonly #findRowId
  readonly #listRowIds
  readonly #removals
  readonly #assortment
  readonly #add

  constructor(db: Db) {
    this.#findRowId = db.prepare<[string], number>('SELECT row_id FROM products WHERE id = ?').pluck()
    this.#listRowIds = db
      .prepare<[Bucket], number>('SELECT row_id FROM products WHERE substr(id, -2) = ?')
      .pluck()
    this.#removals = [
      db.prepare<[number]>(`${EMPTY_SEARCH} WHERE p.row_id = ? AND p.is_listed = 1`),
      db.prepare<[number]>('DELETE FROM barcodes WHERE product_row_id = ?'),
      db.prepare<[number]>('DELETE FROM pack_barcodes WHERE product_row_id = ?'),
      db.prepare<[number]>('DELETE FROM products WHERE row_id = ?'),
    ]
    this.#assortment = new Assortment(db)
    this.#add = db.prepare<[number | bigint]>(`${FILL_SEARCH} WHERE p.row_id = ? AND p.is_listed = 1`)
  }

  remove(id: string): void {
    const rowId = this.#findRowId.get(id)
    if (rowId !== undefined) this.#removeRow(rowId)
  }

  removeBucket(bucket: Bucket): void {
    for (const rowId of this.#listRowIds.all(bucket)) this.#removeRow(rowId)
  }

  add(rowId: number | bigint): void {
    this.#assortment.mark(rowId)
    this.#add.run(rowId)
  }

  #removeRow(rowId: number): void {
    for (const removal of this.#removals) removal.run(rowId)
  }
}
