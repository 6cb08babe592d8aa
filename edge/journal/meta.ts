import { type Device, parseDevice } from '../device/device.ts'
import type { Db } from '../sqlite/open.ts'

/** That the journal was damaged or lost, told in plain words. */
export interface Incident {
  at: string
  detail: string
}

export interface Recall {
  /** Hub time, UTC; null until the first page is asked for. */
  since: string | null
  /** `next` of the last page. */
  after: string | null
}

/** Whose journal this is: one journal, one device. */
export class MetaReader {
  readonly #get

  constructor(db: Db) {
    this.#get = db.prepare<[string], string>('SELECT value FROM meta WHERE key = ?').pluck()
  }

  /** A copy of what is in device.json, as of enrolment or the last new chain; null before enrolment. */
  findDevice(): Device | null {
    const text = this.find('device')
    return text === null ? null : parseDevice(text)
  }

  /** Null before enrolment. */
  findDeviceId(): string | null {
    return this.find('deviceId')
  }

  /** What happened to the journal last; null when nothing ever did. */
  findIncident(): Incident | null {
    return this.#findJson('incident')
  }

  /** How far receipts were fetched back from the hub; null when there is nothing to fetch. */
  findRecall(): Recall | null {
    return this.#findJson('recall')
  }

  #findJson<Value>(key: string): Value | null {
    const text = this.find(key)
    return text === null ? null : (JSON.parse(text) as Value)
  }

  protected find(key: string): string | null {
    return this.#get.get(key) ?? null
  }
}

export class MetaWriter extends MetaReader {
  readonly #put

  constructor(db: Db) {
    super(db)
    this.#put = db.prepare<[string, string]>(
      'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    )
  }

  /** The identity with its secret: device.json can be written anew from it. */
  setDevice(device: Device): void {
    this.#put.run('deviceId', device.deviceId)
    this.#put.run('device', JSON.stringify(device))
  }

  setIncident(incident: Incident): void {
    this.#put.run('incident', JSON.stringify(incident))
  }

  /** null: all that was to be fetched is here. */
  setRecall(recall: Recall | null): void {
    this.#put.run('recall', JSON.stringify(recall))
  }
}
