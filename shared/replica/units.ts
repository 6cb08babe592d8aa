import type { Bucket } from '#shared/sync/digest.ts'
import type { ReplicaUnit } from '#shared/sync/download.ts'
import type { Db } from './db.ts'
import type { KindWriter } from './kind-writer.ts'

export class UnitsWriter implements KindWriter<'unit'> {
  readonly #put
  readonly #delete
  readonly #empty

  constructor(db: Db) {
    this.#put = db.prepare<[string, string, number]>(
      'INSERT OR REPLACE INTO units (id, name, is_fractional) VALUES (?, ?, ?)',
    )
    this.#delete = db.prepare<[string]>('DELETE FROM units WHERE id = ?')
    this.#empty = db.prepare<[Bucket]>('DELETE FROM units WHERE substr(id, -2) = ?')
  }

  put(id: string, { name, isFractional }: ReplicaUnit): void {
    this.#put.run(id, name, isFractional ? 1 : 0)
  }

  delete(id: string): void {
    this.#delete.run(id)
  }

  empty(bucket: Bucket): void {
    this.#empty.run(bucket)
  }
}
