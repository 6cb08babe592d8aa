import { MAX_WAIT_SECONDS } from '#shared/sync/download.ts'
import { REPORT_EVERY_MS } from '#shared/sync/report.ts'

export interface Timing {
  /** Between attempts after failures; doubles from the base to the maximum, with jitter. */
  backoffBaseMs: number
  backoffMaxMs: number
  /** Until the hub begins to answer an upload. */
  uploadTimeoutMs: number
  /** Until the hub begins to answer a download, besides the wait it was asked for. */
  downloadTimeoutMs: number
  /** Between two pieces of a body. */
  idleTimeoutMs: number
  /** A hub that does not wait for a change is not asked more often than this. */
  pollMs: number
  /** How long the hub is asked to wait for a change. */
  waitSeconds: number
  /** How often the agent reports to the hub when it has nothing else to say. */
  reportEveryMs: number
  /** How often the replica is compared with the hub as a whole; up to half of it is taken off at random. */
  digestEveryMs: number
  /** With a catalog to sell from, the next snapshot is begun at some moment within this time: not all agents at once. */
  snapshotSpreadMs: number
  /** A snapshot lets what is waiting to be uploaded go first, for so long. */
  uploadsFirstMs: number
  /** A hub that finds this agent too old is asked no more often than this. */
  tooOldRetryMs: number
  /** A hub of which nothing was heard for this long is asked for a sign of life. */
  heartbeatMs: number
  /** Until that answer begins. */
  heartbeatTimeoutMs: number
  /** A side that is stuck is restarted, but never sooner than after this. */
  stuckAfterMs: number
  /** Between two pictures of products that are fetched. */
  pictureGapMs: number
}

export const DEFAULT_TIMING: Timing = {
  backoffBaseMs: 1_000,
  backoffMaxMs: 60_000,
  uploadTimeoutMs: 60_000,
  downloadTimeoutMs: 30_000,
  idleTimeoutMs: 30_000,
  pollMs: 1_000,
  waitSeconds: MAX_WAIT_SECONDS,
  reportEveryMs: REPORT_EVERY_MS,
  digestEveryMs: 24 * 60 * 60_000,
  snapshotSpreadMs: 15_000,
  uploadsFirstMs: 30_000,
  tooOldRetryMs: 10 * 60_000,
  heartbeatMs: 3_000,
  heartbeatTimeoutMs: 2_500,
  stuckAfterMs: 60_000,
  pictureGapMs: 100,
}
