import type { UploadItem } from '#shared/sync/upload.ts'
import type { Clock } from '../clock.ts'
import type { Journal } from '../journal/journal.ts'
import type { Replica } from '../replica/replica.ts'
import type { Troubles } from '../troubles.ts'
import type { Side } from './errand.ts'

export interface SyncTroublesOptions {
  journal: Journal
  replica: Replica
  troubles: Troubles
  clock: Clock
}

/** Time for which a held sale is shown, because the hub does not report when a user has resolved it. */
const ATTENTION_MS = 3 * 24 * 60 * 60_000

/** User-visible problems found by the sync, except failed exchanges. */
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
      const detail = `${count} under review at head office`
      troubles.raise('held', { code: 'held_at_hub', detail })
    }
  }

  noteRetailPoint(): void {
    const { replica, troubles } = this.#options
    const settings = replica.find((reader) => reader.settings.find())
    if (!settings || settings.isActive) troubles.settle('retail-point')
    else {
      const detail = `${settings.retailPointName} was closed at head office`
      troubles.raise('retail-point', { code: 'retail_point_inactive', detail })
    }
  }

  /** Reports or clears a replica that differs from the hub. `differing` is the number of differing buckets. */
  noteCompared(differing: number): void {
    const { troubles } = this.#options
    if (differing === 0) troubles.settle('replica')
    else {
      const detail = `${differing} parts of the catalog differ from head office and are downloaded again`
      troubles.raise('replica', { code: 'replica_damaged', detail })
    }
  }

  /** Reports an item that is too large, or clears the problem when `item` is null. */
  noteTooLarge(item: UploadItem | null): void {
    const { troubles } = this.#options
    if (!item) troubles.settle('too-large')
    else {
      const detail = `${nameOf(item)} is too large to send and stays here`
      troubles.raise('too-large', { code: 'sale_too_large', detail })
    }
  }

  noteStuck(side: Side, silentMs: number): void {
    const detail = `No progress of the ${side} for ${Math.round(silentMs / 1000)} s: it was restarted`
    this.#options.troubles.raise(`${side}-stuck`, { code: 'sync_stuck', detail })
  }
}

/** Returns the receipt number if the item has one, otherwise its sequence number and type. */
function nameOf({ body, type, seq }: UploadItem): string {
  try {
    const { receiptNumber } = JSON.parse(body) as { receiptNumber?: unknown }
    if (typeof receiptNumber === 'string') return `Receipt ${receiptNumber}`
  } catch {
    // Unreadable body: use the sequence number below.
  }
  return `Item ${seq} (${type})`
}
