import type { TillStatus, TroubleCode } from '#shared/contracts/till/till.ts'
import type { Clock } from './clock.ts'

export interface Trouble {
  code: TroubleCode
  detail: string
}

/** Which part of the agent noticed it; each has at most one trouble at a time. */
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

/** Being offline is normal; a person is wanted only when it lasts. */
const OFFLINE_TROUBLE_MS = 15 * 60_000

/** What is wrong now, and since when. */
export class Troubles {
  readonly #clock: Clock
  readonly #bySource = new Map<TroubleSource, Trouble & { since: Date }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A trouble of the same code keeps the time at which it began. True when it is news. */
  raise(source: TroubleSource, { code, detail }: Trouble): boolean {
    const earlier = this.#bySource.get(source)
    const isNews = earlier?.code !== code
    this.#bySource.set(source, { code, detail, since: isNews ? this.#clock.now() : earlier.since })
    return isNews
  }

  /** True when there was one. */
  settle(source: TroubleSource): boolean {
    return this.#bySource.delete(source)
  }

  find(source: TroubleSource): Trouble | null {
    return this.#bySource.get(source) ?? null
  }

  /** For people: each code once, with the time at which it was first noticed. */
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
