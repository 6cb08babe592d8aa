import { ReplicaVoucher } from '#shared/sync/download.ts'
import type { Db } from '../sqlite/open.ts'
import { readRecord, refuseNul } from './damaged-record.ts'

export class VouchersReader {
  readonly #byTag

  constructor(db: Db) {
    this.#byTag = db.prepare<[string], { body: string }>('SELECT body FROM vouchers WHERE tag = ?')
  }

  /**
   * Finds a voucher by tag, or returns null for an unknown tag. Two numbers of an organization can share a
   * tag. In that case, returns the voucher with the higher balance, which is more likely to be in use.
   */
  findByTag(tag: string): ReplicaVoucher | null {
    const rows = this.#byTag.all(tag).map((row) => refuseNul(row))
    const found = rows.map(({ body }) => readRecord(() => ReplicaVoucher.parse(JSON.parse(body))))
    return found.toSorted((one, other) => other.balance - one.balance)[0] ?? null
  }
}
