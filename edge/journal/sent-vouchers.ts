import type { SaleBody } from '#shared/sync/sale.ts'
import type { Db } from '../sqlite/open.ts'
import { readSale, voucherLoads, voucherMoves } from './unsent-sales.ts'

/**
 * Totals of the voucher movements in acknowledged sales. The hub sends the new balances some seconds later.
 * Until then only this agent knows the movements.
 */
export class SentVouchers {
  readonly #listSince

  constructor(db: Db) {
    this.#listSince = db
      .prepare<[string], string>(
        `SELECT e.body FROM acks a JOIN entries e USING (position)
         WHERE a.at >= ? AND e.type = 'sale'
           AND (instr(e.body, '"GiftCard"') > 0 OR instr(e.body, '"vouchers":[{') > 0)`,
      )
      .pluck()
  }

  /** Returns the totals since `at` (local clock), in minor units. `key` is the key of the voucher number. */
  since(at: string, key: string): { loaded: number; spent: number } {
    const sales = this.#listSince.all(at).flatMap((body) => readSale(body) ?? [])
    const total = (movesOf: (sale: SaleBody) => readonly (readonly [string, number])[]): number =>
      sales.flatMap(movesOf).reduce((sum, [of, moved]) => (of === key ? sum + moved : sum), 0)
    return { loaded: total(voucherLoads), spent: total(voucherMoves) }
  }
}
