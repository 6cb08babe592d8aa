import { z } from 'zod'
import { Id, UtcTime } from '#shared/domain/fields.ts'
import { type Device, parseDevice, textOfDevice } from '../device/device.ts'
import type { Db } from '../sqlite/open.ts'

/** Record of a damaged or lost journal, in plain words. */
const Incident = z.object({ at: UtcTime, detail: z.string() })
export type Incident = z.output<typeof Incident>

const Recall = z.object({
  /** Hub time, UTC; null until the first page is requested. */
  since: UtcTime.nullable(),
  /** `next` of the last page. */
  after: Id.nullable(),
})
export type Recall = z.output<typeof Recall>

/** An arrangement of favourites that was made at this point (docs/domain.md#favourites). */
const OwnFavourites = z.object({
  retailPointId: Id,
  productIds: z.array(Id),
  /** Time by the clock of the hub, as far as known. */
  arrangedAt: UtcTime,
  /** Null: the hub does not have it yet. `over`: the time of the arrangement that the hub had sent before. */
  told: z.object({ over: UtcTime.nullable() }).nullable(),
})
export type OwnFavourites = z.output<typeof OwnFavourites>

/** Identity of the journal: one journal, one device. */
export class MetaReader {
  readonly #get

  constructor(db: Db) {
    this.#get = db.prepare<[string], unknown>('SELECT value FROM meta WHERE key = ?').pluck()
  }

  /** Returns a copy of device.json, as of enrolment or the last new chain; null before enrolment. */
  findDevice(): Device | null {
    const text = this.find('device')
    return text === null ? null : parseDevice(text)
  }

  /** Null before enrolment. */
  findDeviceId(): string | null {
    return this.find('deviceId')
  }

  /**
   * Lists the devices that this journal names as its owner: one, unless a byte of it has flipped; none before
   * enrolment.
   */
  listOwners(): string[] {
    const ids = [this.findDevice()?.deviceId, Id.safeParse(this.findDeviceId()).data]
    return [...new Set(ids)].filter((id) => id !== undefined)
  }

  /** Returns the last incident of the journal; null when there was none, or when it is unreadable. */
  findIncident(): Incident | null {
    return Incident.safeParse(this.#findJson('incident')).data ?? null
  }

  /**
   * Returns the progress of the recall; null when there is nothing to fetch. When it is unreadable, the
   * recall begins again.
   */
  findRecall(): Recall | null {
    const recall = Recall.nullable().safeParse(this.#findJson('recall'))
    return recall.success ? recall.data : { since: null, after: null }
  }

  /** Returns the last arrangement; null when there is none, or when it is unreadable. */
  findFavourites(): OwnFavourites | null {
    return OwnFavourites.safeParse(this.#findJson('favourites')).data ?? null
  }

  /** Returns null when there is no value, undefined when it is no longer JSON. */
  #findJson(key: string): unknown {
    const value = this.#get.get(key)
    if (value === undefined) return null
    try {
      return JSON.parse(String(value))
    } catch {
      return undefined
    }
  }

  /** Returns null when there is no value, or when it is no longer text. */
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

  /** Stores the identity with its secret, from which device.json can be rewritten. */
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

  /** Stores the progress of the recall; null: it is complete. */
  setRecall(recall: Recall | null): void {
    this.#put.run('recall', JSON.stringify(recall))
  }
}
