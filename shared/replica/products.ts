import type { z } from 'zod'
import type { Bucket } from '#shared/sync/digest.ts'
import type { ReplicaProduct } from '#shared/sync/download.ts'
import { Assortment } from './assortment.ts'
import type { Db } from './db.ts'
import { FILL_SEARCH } from './schema.ts'
import type { KindWriter } from './writer.ts'

/** Writes into an empty file that has no indexes yet, or into one that has them and its search index. */
export class ProductsWriter implements KindWriter<'product'> {
  readonly #insert
  readonly #insertBarcode
  readonly #index: SearchIndex | null

  constructor(db: Db, { isIndexed }: { isIndexed: boolean }) {
    this.#insert = db.prepare(
      `INSERT INTO products
         (id, name, code, article, group_id, unit_id, kind, price, min_price, vat_rate, is_weighed, weight_code,
          is_discount_prohibited, use_group_vat, next_prices)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#insertBarcode = db.prepare<[number | bigint, number, string]>(
      'INSERT INTO barcodes (product_row_id, position, barcode) VALUES (?, ?, ?)',
    )
    this.#index = isIndexed ? new SearchIndex(db) : null
  }

  /** By position: binding by name takes twice as long, and a catalog has a million of these. */
  put(id: string, product: z.output<typeof ReplicaProduct>): void {
    this.#index?.remove(id)
    const { name, code, article, groupId, unitId, kind, price, minPrice, vatRate, barcodes } = product
    const { nextPrices } = product
    const { lastInsertRowid } = this.#insert.run(
      ...[id, name, code, article, groupId, unitId, kind, price, minPrice, vatRate],
      ...[product.isWeighed ? 1 : 0, product.weightCode, product.isDiscountProhibited ? 1 : 0],
      ...[product.useGroupVat ? 1 : 0, nextPrices.length > 0 ? JSON.stringify(nextPrices) : null],
    )
    for (const [position, barcode] of barcodes.entries()) {
      this.#insertBarcode.run(lastInsertRowid, position, barcode)
    }
    this.#index?.add(lastInsertRowid)
  }

  delete(id: string): void {
    this.#index?.remove(id)
  }

  empty(bucket: Bucket): void {
    this.#index?.removeBucket(bucket)
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
      db.prepare<[number]>('DELETE FROM product_search WHERE rowid = ?'),
      db.prepare<[number]>('DELETE FROM barcodes WHERE product_row_id = ?'),
      db.prepare<[number]>('DELETE FROM products WHERE row_id = ?'),
    ]
    this.#assortment = new Assortment(db)
    this.#add = db.prepare<[number | bigint]>(`${FILL_SEARCH} WHERE p.row_id = ? AND p.is_offered = 1`)
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
