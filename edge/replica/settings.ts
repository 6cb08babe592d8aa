import { Problem } from '#shared/problems/problem.ts'
import { ReplicaSettings } from '#shared/sync/download.ts'
import type { Db } from '../sqlite/open.ts'
import { readRecord } from './damaged-record.ts'

export class SettingsReader {
  readonly #get

  constructor(db: Db) {
    this.#get = db.prepare<[], string>('SELECT body FROM settings LIMIT 1').pluck()
  }

  find(): ReplicaSettings | null {
    const body = this.#get.get()
    return body === undefined ? null : readRecord(() => ReplicaSettings.parse(JSON.parse(body)))
  }

  /**
   * Returns the settings. Throws `replica_not_ready` when head office sends none, because the retail point
   * was deleted.
   */
  get(): ReplicaSettings {
    const settings = this.find()
    if (!settings)
      throw new Problem('replica_not_ready', { detail: 'Head office has no settings for this till' })
    return settings
  }
}
