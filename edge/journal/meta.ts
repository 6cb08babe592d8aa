import { z } from 'zod'
import { Id, UtcTime } from '#shared/contracts/common.ts'
import { type Device, parseDevice, textOfDevice } from '../device/device.ts'
import type { Db } from '../sqlite/open.ts'

/** That the journal was damaged or lost, told in plain words. */
const Incident = z.object({ at: UtcTime, detail: z.string() })
export type Incident = z.output<typeof Incident>

const Recall = z.object({
  /** Hub time, UTC; null until the first page is asked for. */
  since: UtcTime.nullable(),
  /** `next` of the last page. */
  after: Id.nullable(),
})
export type Recall = z.output<typeof Recall>

/** An arrangement of favourites that was made at this point (docs/domain.md#favourites). */
const OwnFavourites = z.object({
  retailPointId: Id,
  productIds: z.array(Id),
  /** By the clock of the hub, as far as it was known. */
  arrangedAt: UtcTime,
  /** Null: the hub does not have it yet. `over`: when what the hub had told before was arranged. */
  told: z.object({ over: UtcTime.nullable() }).nullable(),
})
export type OwnFavourites = z.output<typeof OwnFavourites>

/** Whose journal this is: one journal, one device. */
export class MetaReader {
  readonly #get

  constructor(db: Db) {
    this.#get = db.prepare<[string], unknown>('SELECT value FROM meta WHERE key = ?').pluck()
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

  /** The devices that this journal says it is of: one, unless a byte of it has flipped; none before enrolment. */
  listOwners(): string[] {
    const ids = [this.findDevice()?.deviceId, Id.safeParse(this.findDeviceId()).data]
    return [...new Set(ids)].filter((id) => id !== undefined)
  }

  /** What happened to the journal last; null when nothing ever did, or when nobody can read it any more. */
  findIncident(): Incident | null {
    return Incident.safeParse(this.#findJson('incident')).data ?? null
  }

  /**
   * How far receipts were fetched back from the hub; null when there is nothing to fetch. When it cannot be read, they are
   * fetched from the beginning.
   */
  findRecall(): Recall | null {
    const recall = Recall.nullable().safeParse(this.#findJson('recall'))
    return recall.success ? recall.data : { since: null, after: null }
  }

  /** The last one; null when none was made, or when nobody can read it any more. */
  findFavourites(): OwnFavourites | null {
    return OwnFavourites.safeParse(this.#findJson('favourites')).data ?? null
  }

  /** Null when there is none, undefined when it is no JSON any more. */
  #findJson(key: string): unknown {
    const value = this.#get.get(key)
    if (value === undefined) return null
    try {
      return JSON.parse(String(value))
    } catch {
      return undefined
    }
  }

  /** Null when there is none, or when it is no text any more. */
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

  /** The identity with its secret: device.json can be written again from it. */
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

  /** null: all that was to be fetched is here. */
  setRecall(recall: Recall | null): void {
    this.#put.run('recall', JSON.stringify(recall))
  }
}
