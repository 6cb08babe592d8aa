import type { Quantity } from '#shared/money/decimal.ts'
import type { Db } from '../sqlite/open.ts'

/**
 * Stock of the retail point's store, as sent by head office. It is downloaded only if the retail point shows
 * stock.
 */
export class StockReader {
  readonly #find

  constructor(db: Db) {
    this.#find = db.prepare<[string], Quantity>('SELECT quantity FROM stock WHERE id = ?').pluck()
  }

  of(productId: string): Quantity {
    return this.#find.get(productId) ?? (0 as Quantity)
  }
}
