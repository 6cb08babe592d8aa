import type { Bucket } from '#shared/sync/digest.ts'
import type { ReplicaVoucher } from '#shared/sync/download.ts'
import type { Db } from './db.ts'
import type { KindWriter } from './kind-writer.ts'

/** Writer of vouchers, with the tag in a search column and the received voucher in `body`. */
export class VouchersWriter implements KindWriter<'voucher'> {
  readonly #put
  readonly #delete
  readonly #empty

  constructor(db: Db) {
    this.#put = db.prepare<[string, string, string]>(
      'INSERT OR REPLACE INTO vouchers (id, tag, body) VALUES (?, ?, ?)',
    )
    this.#delete = db.prepare<[string]>('DELETE FROM vouchers WHERE id = ?')
    this.#empty = db.prepare<[Bucket]>('DELETE FROM vouchers WHERE substr(id, -2) = ?')
  }

  put(id: string, voucher: ReplicaVoucher): void {
    this.#put.run(id, voucher.tag, JSON.stringify(voucher))
  }

  delete(id: string): void {
    this.#delete.run(id)
  }

  empty(bucket: Bucket): void {
    this.#empty.run(bucket)
  }
}
