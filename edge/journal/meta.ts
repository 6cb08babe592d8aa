import { z } from 'zod'
import { Id, UtcTime } from '#shared/domain/fields.ts'
import { type Device, parseDevice, textOfDevice } from '../device/device.ts'
import type { Db } from '../sqlite/open.ts'

/** Record of a damaged or lost journal. `detail` is a readable description. */
const Incident = z.object({ at: UtcTime, detail: z.string() })
export type Incident = z.output<typeof Incident>

const Recall = z.object({
  /** Hub time in UTC from which sales are recalled. Null until the first page is requested. */
  since: UtcTime.nullable(),
  /** Cursor from `next` of the last page. */
  after: Id.nullable(),
})
export type Recall = z.output<typeof Recall>

/** Arrangement of favorites made at this agent (docs/domain.md#favourites). */
const OwnFavourites = z.object({
  retailPointId: Id,
  productIds: z.array(Id),
  /** Time of the arrangement by the estimated hub clock. */
  arrangedAt: UtcTime,
  /** Null until the hub has the arrangement. `over` is the time of the hub's arrangement that it replaced. */
  told: z.object({ over: UtcTime.nullable() }).nullable(),
})
export type OwnFavourites = z.output<typeof OwnFavourites>

/** Reads single values of the journal, such as its identity. A journal belongs to one device. */
export class MetaReader {
  readonly #get

  constructor(db: Db) {
    this.#get = db.prepare<[string], unknown>('SELECT value FROM meta WHERE key = ?').pluck()
  }

  /** Returns the copy of device.json from enrolment or the last new chain. Null before enrolment. */
  findDevice(): Device | null {
    const text = this.find('device')
    return text === null ? null : parseDevice(text)
  }

  /** Null before enrolment. */
  findDeviceId(): string | null {
    return this.find('deviceId')
  }

  /**
   * Lists the device ids found in this journal. There is one, or none before enrolment. More than one means
   * that data is corrupted.
   */
  listOwners(): string[] {
    const ids = [this.findDevice()?.deviceId, Id.safeParse(this.findDeviceId()).data]
    return [...new Set(ids)].filter((id) => id !== undefined)
  }

  /** Returns the last incident of the journal. Null when there was none or it is unreadable. */
  findIncident(): Incident | null {
    return Incident.safeParse(this.#findJson('incident')).data ?? null
  }

  /**
   * Returns the progress of the recall, or null when no recall is pending. An unreadable value restarts the
   * recall.
   */
  findRecall(): Recall | null {
    const recall = Recall.nullable().safeParse(this.#findJson('recall'))
    return recall.success ? recall.data : { since: null, after: null }
  }

  /** Returns the last arrangement. Null when there is none or it is unreadable. */
  findFavourites(): OwnFavourites | null {
    return OwnFavourites.safeParse(this.#findJson('favourites')).data ?? null
  }

  /** Returns a value parsed from JSON. Null when there is no value, and undefined when it is not valid JSON. */
  #findJson(key: string): unknown {
    const value = this.#get.get(key)
    if (value === undefined) return null
    try {
      return JSON.parse(String(value))
    } catch {
      return undefined
    }
  }

  /** Returns a text. Null when there is no value, or when it is not text. */
  protected find(key: string): string | null {
    const value = this.#get.get(key)
    return typeof value === 'string' ? value : null
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

  /** Stores the identity with its secret, so that device.json can be restored from it. */
  setDevice(device: Device): void {
    this.#put.run('deviceId', device.deviceId)
    this.#put.run('device', textOfDevice(device))
  }

  setIncident(incident: Incident): void {
    this.#put.run('incident', JSON.stringify(incident))
  }

  setFavourites(favourites: OwnFavourites): void {
    this.#put.run('favourites', JSON.stringify(favourites))
  }

  /** Stores the progress of the recall. Null marks it as complete. */
  setRecall(recall: Recall | null): void {
    this.#put.run('recall', JSON.stringify(recall))
  }
}
