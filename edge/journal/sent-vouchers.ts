import type { SaleBody } from '#shared/sync/sale.ts'
import type { Db } from '../sqlite/open.ts'
import { readSale, voucherLoads, voucherMoves } from './unsent-sales.ts'

/**
 * Sums of what sales that the hub has taken over did to gift vouchers: it tells of that a few seconds later, and until then the
 * agent alone knows.
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

  /** `key`: of the number of the voucher. `at`: by the local clock. In hundredths. */
  since(at: string, key: string): { loaded: number; spent: number } {
    const sales = this.#listSince.all(at).flatMap((body) => readSale(body) ?? [])
    const total = (movesOf: (sale: SaleBody) => readonly (readonly [string, number])[]): number =>
      sales.flatMap(movesOf).reduce((sum, [of, moved]) => (of === key ? sum + moved : sum), 0)
    return { loaded: total(voucherLoads), spent: total(voucherMoves) }
  }
}
