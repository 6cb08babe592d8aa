import type { ToldOfSeals } from '#shared/sync/download.ts'
import type { ChainCustody } from '#shared/sync/upload.ts'
import type { HubCredential } from '../hub-link/hub-client.ts'
import type { HubFailureKind } from '../hub-link/hub-failure.ts'
import type { Timing } from '../timing.ts'

/** What the thread of the download is started with. */
export interface DownloadThreadData {
  credential: HubCredential
  folder: string
  deviceId: string
  timing: Timing
  /** The replica was not closed in order. */
  checkFirst: boolean
  /** Of the journal (journal.ts): tells when something is being sold. */
  pulse: Int32Array
}

/**
 * What the download asks the rest of the agent for. `swap` and `discard`, with its own connection closed, are done by the
 * owner of the replica; `leave` to begin a snapshot is given when the uploads are through.
 */
export type DownloadDeed = 'swap' | 'discard' | 'leave'

/** Of a snapshot. */
export interface Progress {
  received: number
  total: number
  unit: 'records' | 'kilobytes'
}

/** From the thread of the download. */
export type DownloadReport =
  | { type: 'answered' }
  /** Something is to be heard of the download again within this time. */
  | { type: 'busy'; withinMs: number }
  /** The next attempt is made after this. */
  | { type: 'waits'; forMs: number }
  | { type: 'header'; serverTime: string; custody: ChainCustody[]; seals: ToldOfSeals | undefined }
  | ({ type: 'progress' } & Progress)
  | { type: 'received'; bytes: number; lines: number }
  | { type: 'applied'; isSnapshot: boolean; lines: number; isFresh: boolean }
  /** The replica was compared with the hub as a whole: so many of its buckets are not what the hub has. */
  | { type: 'compared'; differing: number }
  | { type: 'failed'; kind: HubFailureKind; message: string; isRefusal: boolean }
  | { type: 'damaged'; message: string }
  | { type: 'broken'; isDiskFailure: boolean; message: string }
  | { type: DownloadDeed }

/** What the disk said; an error itself would lose its code on its way between the threads. */
export interface Failure {
  message: string
  code: string | undefined
}

/**
 * To it. `done` answers a deed; `try-now`: a person wants the next attempt now; `damaged`: the reading side has found the replica damaged; `resnapshot`: the hub wants it
 * to be downloaded again.
 */
export type DownloadOrder =
  | { type: 'done'; failure: Failure | null }
  | { type: 'hub-answers' }
  | { type: 'try-now' }
  | { type: 'damaged' }
  | { type: 'resnapshot' }
  | { type: 'stop' }
