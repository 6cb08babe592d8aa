import type { Quantity } from '#shared/money/decimal.ts'
import type { Db } from '../sqlite/open.ts'

/** What head office has said of the store of the retail point; told only where the point wants to know. */
export class StockReader {
  readonly #find

  constructor(db: Db) {
    this.#find = db.prepare<[string], Quantity>('SELECT quantity FROM stock WHERE id = ?').pluck()
  }

  of(productId: string): Quantity {
    return this.#find.get(productId) ?? (0 as Quantity)
  }
}
