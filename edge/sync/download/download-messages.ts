import type { SealNews } from '#shared/sync/download.ts'
import type { ChainCustody } from '#shared/sync/upload.ts'
import type { HubCredential } from '../hub-link/hub-client.ts'
import type { HubFailureKind } from '../hub-link/hub-failure.ts'
import type { Timing } from '../timing.ts'

/** Start data of the download's thread. */
export interface DownloadThreadData {
  credential: HubCredential
  folder: string
  deviceId: string
  timing: Timing
  /** True when the replica was not closed properly. */
  checkFirst: boolean
  /** Pulse of the journal (journal.ts), which shows ongoing sales. */
  pulse: Int32Array
}

/**
 * Requests of the download to the rest of the agent. The owner of the replica does `swap` and `discard`,
 * while the download's own connection is closed. `leave` to begin a snapshot is given when the uploads are
 * done.
 */
export type DownloadRequest = 'swap' | 'discard' | 'leave'

/** Progress of a snapshot. */
export interface Progress {
  received: number
  total: number
  unit: 'records' | 'kilobytes'
}

/** Messages from the download's thread. */
export type DownloadReport =
  | { type: 'answered' }
  /** The next message of the download arrives within this time. */
  | { type: 'busy'; withinMs: number }
  /** The next attempt is made after this time. */
  | { type: 'waits'; forMs: number }
  | { type: 'header'; serverTime: string; custody: ChainCustody[]; seals: SealNews | undefined }
  | ({ type: 'progress' } & Progress)
  | { type: 'received'; bytes: number; lines: number }
  | { type: 'applied'; isSnapshot: boolean; lines: number; isFresh: boolean }
  /** The whole replica was compared with the hub: number of its differing buckets. */
  | { type: 'compared'; differing: number }
  | { type: 'failed'; kind: HubFailureKind; message: string; isRefusal: boolean }
  | { type: 'damaged'; message: string }
  | { type: 'broken'; isDiskFailure: boolean; message: string }
  | { type: DownloadRequest }

/** Error of the disk; an Error object would lose its code between the threads. */
export interface Failure {
  message: string
  code: string | undefined
}

/**
 * Messages to the download. `done` answers a request; `try-now`: a user wants the next attempt now;
 * `damaged`: the reading side has found the replica damaged; `resnapshot`: the hub wants it to be downloaded
 * again.
 */
export type DownloadOrder =
  | { type: 'done'; failure: Failure | null }
  | { type: 'hub-answers' }
  | { type: 'try-now' }
  | { type: 'damaged' }
  | { type: 'resnapshot' }
  | { type: 'stop' }
