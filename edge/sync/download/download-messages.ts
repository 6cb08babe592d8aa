import type { SealNews } from '#shared/sync/download.ts'
import type { ChainCustody } from '#shared/sync/upload.ts'
import type { HubCredential } from '../hub-link/hub-client.ts'
import type { HubFailureKind } from '../hub-link/hub-failure.ts'
import type { Timing } from '../timing.ts'

/** Start data of the download thread. */
export interface DownloadThreadData {
  credential: HubCredential
  folder: string
  deviceId: string
  timing: Timing
  /** True when the replica was not closed properly. */
  checkFirst: boolean
  /** Pulse counter of the journal (journal.ts), which shows whether sales are in progress. */
  pulse: Int32Array
}

/**
 * Requests from the download to the rest of the agent. The owner of the replica executes `swap` and `discard`
 * while the download's own connection is closed. `leave` asks for permission to begin a snapshot, which is
 * granted when the uploads are done.
 */
export type DownloadRequest = 'swap' | 'discard' | 'leave'

/** Progress of a snapshot. */
export interface Progress {
  received: number
  total: number
  unit: 'records' | 'kilobytes'
}

/** Messages from the download thread. */
export type DownloadReport =
  | { type: 'answered' }
  /** The next message from the download will arrive within this time. */
  | { type: 'busy'; withinMs: number }
  /** Delay until the next attempt. */
  | { type: 'waits'; forMs: number }
  | { type: 'header'; serverTime: string; custody: ChainCustody[]; seals: SealNews | undefined }
  | ({ type: 'progress' } & Progress)
  | { type: 'received'; bytes: number; lines: number }
  | { type: 'applied'; isSnapshot: boolean; lines: number; isFresh: boolean }
  /** Result of comparing the whole replica with the hub: the number of differing buckets. */
  | { type: 'compared'; differing: number }
  | { type: 'failed'; kind: HubFailureKind; message: string; isRefusal: boolean }
  | { type: 'damaged'; message: string }
  | { type: 'broken'; isDiskFailure: boolean; message: string }
  | { type: DownloadRequest }

/** Disk error in a form that keeps its code, which an Error object would lose between threads. */
export interface Failure {
  message: string
  code: string | undefined
}

/**
 * Messages to the download. `done` completes a request. `try-now` starts the next attempt at a user's
 * request. `damaged` reports that a reader found the replica damaged. `resnapshot` means that the hub wants
 * the replica downloaded again.
 */
export type DownloadOrder =
  | { type: 'done'; failure: Failure | null }
  | { type: 'hub-answers' }
  | { type: 'try-now' }
  | { type: 'damaged' }
  | { type: 'resnapshot' }
  | { type: 'stop' }
