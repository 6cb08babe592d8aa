import type { TillStatus, TroubleCode } from '#shared/contracts/till/till.ts'
import type { Clock } from './clock.ts'

export interface Trouble {
  code: TroubleCode
  detail: string
}

/** Part of the agent that detected the trouble. Each part has at most one trouble at a time. */
export type TroubleSource =
  | 'enrolment'
  | 'upload'
  | 'download'
  | 'recall'
  | 'heartbeat'
  | 'clock'
  | 'replica'
  | 'journal'
  | 'backup'
  | 'disk'
  | 'retail-point'
  | 'held'
  | 'too-large'
  | 'printer'
  | 'upload-stuck'
  | 'download-stuck'

/** Offline time in ms after which a user must act. Shorter interruptions are normal. */
const OFFLINE_TROUBLE_MS = 15 * 60_000

/** Current troubles with their start times. */
export class Troubles {
  readonly #clock: Clock
  readonly #bySource = new Map<TroubleSource, Trouble & { since: Date }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Raises a trouble. A trouble with the same code keeps its start time. Returns true when it is new. */
  raise(source: TroubleSource, { code, detail }: Trouble): boolean {
    const earlier = this.#bySource.get(source)
    const isNews = earlier?.code !== code
    this.#bySource.set(source, { code, detail, since: isNews ? this.#clock.now() : earlier.since })
    return isNews
  }

  /** Clears the trouble of a source. Returns true when there was one. */
  settle(source: TroubleSource): boolean {
    return this.#bySource.delete(source)
  }

  find(source: TroubleSource): Trouble | null {
    return this.#bySource.get(source) ?? null
  }

  /** Lists the troubles for users. Each code appears once, with its earliest start time. */
  list(): TillStatus['trouble'] {
    const byCode = new Map<TroubleCode, Trouble & { since: Date }>()
    for (const trouble of this.#bySource.values()) {
      const known = byCode.get(trouble.code)
      if (!known || trouble.since < known.since) byCode.set(trouble.code, trouble)
    }
    const now = this.#clock.now().getTime()
    return [...byCode.values()]
      .filter(({ code, since }) => code !== 'hub_unreachable' || now - since.getTime() >= OFFLINE_TROUBLE_MS)
      .map(({ since, ...trouble }) => ({ ...trouble, since: since.toISOString() }))
  }
}
