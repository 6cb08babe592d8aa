import type { Bucket } from '#shared/sync/digest.ts'
import type { ReplicaReceipt } from '#shared/sync/download.ts'
import type { Db } from './db.ts'
import type { KindWriter } from './kind-writer.ts'

/** Writer of receipts, with search columns and all other data in `body`. */
export class ReceiptsWriter implements KindWriter<'receipt'> {
  readonly #put
  readonly #delete
  readonly #empty

  constructor(db: Db) {
    this.#put = db.prepare<[string, string, string, string | null, string]>(
      'INSERT OR REPLACE INTO receipts (id, number, sold_at, original_id, body) VALUES (?, ?, ?, ?, ?)',
    )
    this.#delete = db.prepare<[string]>('DELETE FROM receipts WHERE id = ?')
    this.#empty = db.prepare<[Bucket]>('DELETE FROM receipts WHERE substr(id, -2) = ?')
  }

  put(id: string, { number, soldAt, originalId, ...body }: ReplicaReceipt): void {
    this.#put.run(id, number, soldAt, originalId, JSON.stringify(body))
  }

  delete(id: string): void {
    this.#delete.run(id)
  }

  empty(bucket: Bucket): void {
    this.#empty.run(bucket)
  }
}
