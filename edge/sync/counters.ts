import type { UploadOutcome } from '#shared/sync/upload.ts'
import type { Ack } from '../journal/outbox.ts'
import type { Errand, Side } from './errand.ts'

/** Counters of uploads and downloads since the start of the agent, for the metrics. */
export class Counters {
  readonly uploads = new Map<UploadOutcome, number>()
  readonly stuck: Record<Side, number> = { upload: 0, download: 0 }
  readonly refusals: Record<Errand, number> = { upload: 0, download: 0, recall: 0 }
  downloadBytes = 0
  downloadLines = 0
  /** Number of times that the replica was found to differ from the hub. */
  replicaDamages = 0

  uploaded(acks: readonly Ack[]): void {
    for (const { result } of acks) this.uploads.set(result, (this.uploads.get(result) ?? 0) + 1)
  }

  received(bytes: number, lines: number): void {
    this.downloadBytes += bytes
    this.downloadLines += lines
  }

  noteDamage(): void {
    this.replicaDamages++
  }

  noteRefusal(errand: Errand): void {
    this.refusals[errand]++
  }

  noteStuck(side: Side): void {
    this.stuck[side]++
  }
}
