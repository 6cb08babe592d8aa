import type { Bucket } from '#shared/sync/digest.ts'
import type { ReplicaCashier } from '#shared/sync/download.ts'
import type { Db } from './db.ts'
import type { KindWriter } from './kind-writer.ts'

export class CashiersWriter implements KindWriter<'cashier'> {
  readonly #put
  readonly #delete
  readonly #empty

  constructor(db: Db) {
    this.#put = db.prepare<[string, string, string, string, string]>(
      'INSERT OR REPLACE INTO cashiers (id, name, pin_hash, permissions, limits) VALUES (?, ?, ?, ?, ?)',
    )
    this.#delete = db.prepare<[string]>('DELETE FROM cashiers WHERE id = ?')
    this.#empty = db.prepare<[Bucket]>('DELETE FROM cashiers WHERE substr(id, -2) = ?')
  }

  put(id: string, { name, pinHash, permissions, limits }: ReplicaCashier): void {
    this.#put.run(id, name, pinHash, JSON.stringify(permissions), JSON.stringify(limits))
  }

  delete(id: string): void {
    this.#delete.run(id)
  }

  empty(bucket: Bucket): void {
    this.#empty.run(bucket)
  }
}
