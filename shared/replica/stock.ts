import type { z } from 'zod'
import type { Bucket } from '#shared/sync/digest.ts'
import type { ReplicaStock } from '#shared/sync/download.ts'
import type { Db } from './db.ts'
import type { KindWriter } from './kind-writer.ts'

export class StockWriter implements KindWriter<'stock'> {
  readonly #put
  readonly #delete
  readonly #empty

  constructor(db: Db) {
    this.#put = db.prepare<[string, number]>('INSERT OR REPLACE INTO stock (id, quantity) VALUES (?, ?)')
    this.#delete = db.prepare<[string]>('DELETE FROM stock WHERE id = ?')
    this.#empty = db.prepare<[Bucket]>('DELETE FROM stock WHERE substr(id, -2) = ?')
  }

  put(productId: string, { quantity }: z.output<typeof ReplicaStock>): void {
    this.#put.run(productId, quantity)
  }

  delete(productId: string): void {
    this.#delete.run(productId)
  }

  empty(bucket: Bucket): void {
    this.#empty.run(bucket)
  }
}
