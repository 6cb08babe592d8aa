import type { Bucket } from '#shared/sync/digest.ts'
import type { ReplicaGroup } from '#shared/sync/download.ts'
import type { Db } from './db.ts'
import type { KindWriter } from './writer.ts'

export class GroupsWriter implements KindWriter<'group'> {
  readonly #put
  readonly #delete
  readonly #empty

  constructor(db: Db) {
    this.#put = db.prepare<[string, string, string | null, number]>(
      'INSERT OR REPLACE INTO groups (id, name, parent_id, sort_order) VALUES (?, ?, ?, ?)',
    )
    this.#delete = db.prepare<[string]>('DELETE FROM groups WHERE id = ?')
    this.#empty = db.prepare<[Bucket]>('DELETE FROM groups WHERE substr(id, -2) = ?')
  }

  put(id: string, { name, parentId, sortOrder }: ReplicaGroup): void {
    this.#put.run(id, name, parentId, sortOrder)
  }

  delete(id: string): void {
    this.#delete.run(id)
  }

  empty(bucket: Bucket): void {
    this.#empty.run(bucket)
  }
}
