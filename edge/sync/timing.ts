import { MAX_WAIT_SECONDS } from '#shared/sync/download.ts'
import { REPORT_EVERY_MS } from '#shared/sync/report.ts'

export interface Timing {
  /** Delay between attempts after failures. It doubles from the base to the maximum, with jitter. */
  backoffBaseMs: number
  backoffMaxMs: number
  /** Time limit until the hub begins its response to an upload. */
  uploadTimeoutMs: number
  /** Time limit until the hub begins its response to a download, in addition to the requested wait. */
  downloadTimeoutMs: number
  /** Time limit between two chunks of a body. */
  idleTimeoutMs: number
  /** Minimum interval between requests to a hub that does not wait for a change. */
  pollMs: number
  /** Time that the hub is asked to wait for a change. */
  waitSeconds: number
  /** Interval of reports to the hub when there is nothing else to send. */
  reportEveryMs: number
  /** Interval between comparisons of the whole replica with the hub. Up to half of it is randomly subtracted. */
  digestEveryMs: number
  /**
   * Maximum random delay of the next snapshot while the old catalog can still be used, so that not all agents
   * download at once.
   */
  snapshotSpreadMs: number
  /** Maximum time for which a snapshot waits for pending uploads. */
  uploadsFirstMs: number
  /** Minimum interval between requests to a hub that reports this agent as too old. */
  tooOldRetryMs: number
  /** Time without data from the hub after which it is pinged. */
  heartbeatMs: number
  /** Time limit until the response to a ping begins. */
  heartbeatTimeoutMs: number
  /** Minimum time without activity after which a stuck direction is restarted. */
  stuckAfterMs: number
  /** Pause between two picture downloads. */
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
