import type { Bucket } from '#shared/sync/digest.ts'
import type { ReplicaSettings } from '#shared/sync/download.ts'
import type { Db } from './db.ts'
import type { KindWriter } from './kind-writer.ts'

/** Writer of settings, a single record. Settings of another retail point replace it completely. */
export class SettingsWriter implements KindWriter<'settings'> {
  readonly #clear
  readonly #insert
  readonly #delete
  readonly #empty

  constructor(db: Db) {
    this.#clear = db.prepare('DELETE FROM settings')
    this.#insert = db.prepare<[string, string]>('INSERT INTO settings (id, body) VALUES (?, ?)')
    this.#delete = db.prepare<[string]>('DELETE FROM settings WHERE id = ?')
    this.#empty = db.prepare<[Bucket]>('DELETE FROM settings WHERE substr(id, -2) = ?')
  }

  put(id: string, settings: ReplicaSettings): void {
    this.#clear.run()
    this.#insert.run(id, JSON.stringify(settings))
  }

  delete(id: string): void {
    this.#delete.run(id)
  }

  empty(bucket: Bucket): void {
    this.#empty.run(bucket)
  }
}
