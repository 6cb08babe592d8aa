import type { UploadItem } from '#shared/sync/upload.ts'
import type { Clock } from '../clock.ts'
import type { Journal } from '../journal/journal.ts'
import type { Replica } from '../replica/replica.ts'
import type { Troubles } from '../troubles.ts'
import type { Side } from './hub-link/hub-link.ts'

export interface SyncTroublesOptions {
  journal: Journal
  replica: Replica
  troubles: Troubles
  clock: Clock
}

/** The hub does not tell when a person has dealt with a sale, so it is mentioned for a while only. */
const ATTENTION_MS = 3 * 24 * 60 * 60_000

/** What sync finds besides the failures of its exchanges, in words for people. */
export class SyncTroubles {
  readonly #options: SyncTroublesOptions

  constructor(options: SyncTroublesOptions) {
    this.#options = options
  }

  countNeedingAttention(): number {
    const { clock, journal } = this.#options
    const since = new Date(clock.now().getTime() - ATTENTION_MS).toISOString()
    return journal.read.outbox.countNeedingAttention(since)
  }

  noteHeld(): void {
    const { troubles } = this.#options
    const count = this.countNeedingAttention()
    if (count === 0) troubles.settle('held')
    else {
      const detail = `${count} at head office for a person to look at`
      troubles.raise('held', { code: 'held_at_hub', detail })
    }
  }

  noteRetailPoint(): void {
    const { replica, troubles } = this.#options
    const settings = replica.find((reader) => reader.settings.find())
    if (!settings || settings.isActive) troubles.settle('retail-point')
    else {
      const detail = `${settings.retailPointName} was switched off at head office`
      troubles.raise('retail-point', { code: 'retail_point_inactive', detail })
    }
  }

  /** So many parts of the replica are not what the hub has. */
  noteCompared(differing: number): void {
    const { troubles } = this.#options
    if (differing === 0) troubles.settle('replica')
    else {
      const detail = `${differing} parts of the catalog differ from head office and are fetched again`
      troubles.raise('replica', { code: 'replica_damaged', detail })
    }
  }

  /** Null: there is none. */
  noteTooLarge(item: UploadItem | null): void {
    const { troubles } = this.#options
    if (!item) troubles.settle('too-large')
    else {
      const detail = `${nameOf(item)} is too large for the hub even alone: it is kept here`
      troubles.raise('too-large', { code: 'sale_too_large', detail })
    }
  }

  noteStuck(side: Side, silentMs: number): void {
    const detail = `Nothing was heard of the ${side} for ${Math.round(silentMs / 1000)} s: it was restarted`
    this.#options.troubles.raise(`${side}-stuck`, { code: 'sync_stuck', detail })
  }
}

/** The receipt, when it is one. */
function nameOf({ body, type, seq }: UploadItem): string {
  try {
    const { receiptNumber } = JSON.parse(body) as { receiptNumber?: unknown }
    if (typeof receiptNumber === 'string') return `Receipt ${receiptNumber}`
  } catch {
    // Named by its number below.
  }
  return `Item ${seq} (${type})`
}
