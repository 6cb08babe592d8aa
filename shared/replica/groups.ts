import type { z } from 'zod'
import type { Bucket } from '#shared/sync/digest.ts'
import type { ReplicaGroup } from '#shared/sync/download.ts'
import type { Db } from './db.ts'
import type { KindWriter } from './kind-writer.ts'

export class GroupsWriter implements KindWriter<'group'> {
  readonly #put
  readonly #delete
  readonly #empty

  constructor(db: Db) {
    this.#put = db.prepare<[string, string, string | null, number, number | null, number]>(
      `INSERT OR REPLACE INTO groups (id, name, parent_id, sort_order, vat_rate, use_parent_vat)
       VALUES (?, ?, ?, ?, ?, ?)`,
    )
    this.#delete = db.prepare<[string]>('DELETE FROM groups WHERE id = ?')
    this.#empty = db.prepare<[Bucket]>('DELETE FROM groups WHERE substr(id, -2) = ?')
  }

  put(id: string, group: z.output<typeof ReplicaGroup>): void {
    const { name, parentId, sortOrder, vatRate, useParentVat } = group
    this.#put.run(id, name, parentId, sortOrder, vatRate, useParentVat ? 1 : 0)
  }

  delete(id: string): void {
    this.#delete.run(id)
  }

  empty(bucket: Bucket): void {
    this.#empty.run(bucket)
  }
}
