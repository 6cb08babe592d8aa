import type { Logger } from 'pino'
import type { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Chain } from '#shared/sync/upload.ts'
import type { Clock } from './clock.ts'
import type { AgentConfig } from './config/config.ts'
import type { Device } from './device/device.ts'
import type { Spool } from './devices/printers/spool.ts'
import type { Scale } from './devices/scales/scale.ts'
import type { Approvals } from './features/approvals/approvals.ts'
import type { OnlineBalances } from './features/buyers/online-balances.ts'
import type { AgentMetrics } from './features/metrics/metrics.ts'
import type { Pictures } from './features/pictures/pictures.ts'
import type { IdleTills } from './features/session/idle-tills.ts'
import type { Training } from './features/training/training.ts'
import type { OnlineVouchers } from './features/vouchers/online-vouchers.ts'
import type { DiskWatch } from './files/disk-watch.ts'
import type { Backups } from './journal/backup/backups.ts'
import type { Journal } from './journal/journal.ts'
import type { Replica } from './replica/replica.ts'
import type { Sync } from './sync/sync.ts'
import type { Troubles } from './troubles.ts'

/**
 * All parts of an agent, one set per agent, for the code that assembles it and for routes. Code that does the
 * work takes only the parts it needs, by name.
 */
export interface AgentContext {
  readonly config: AgentConfig
  readonly log: Logger
  readonly clock: Clock
  /** A new random name at each start: monotonic times of different runs cannot be compared. */
  readonly bootId: string
  readonly journal: Journal
  readonly backups: Backups
  readonly disk: DiskWatch
  readonly replica: Replica
  readonly pictures: Pictures
  readonly spool: Spool
  readonly troubles: Troubles
  readonly metrics: AgentMetrics
  readonly idleTills: IdleTills
  readonly scale: Scale
  readonly approvals: Approvals
  readonly training: Training
  /** True in training: everything is recorded in a `journal` that is thrown away. */
  readonly isTraining: boolean
  readonly onlineBalances: OnlineBalances
  readonly onlineVouchers: OnlineVouchers
  /** Attempts at an enrolment from the till. */
  readonly enrolmentLimit: RateLimiterMemory
  /** Null before enrolment. */
  readonly device: Device | null
  readonly sync: Sync | null
  /** Aborted when the agent ends: everything that waits for the network stops waiting. */
  readonly stopping: AbortSignal
  /** Stores the identity and begins to work with the hub. */
  becomeDevice(device: Device): void
  /**
   * Sends all further sales to this chain, under this receipt series; both are on disk when it returns.
   * Leaves a chain that this device already has as it is.
   */
  beginChain(chain: Pick<Chain, 'id' | 'series'>, reason: Chain['reason']): void
  /** Handles a damaged page: the agent ends, and rebuilds the journal at its next start. */
  journalIsDamaged(detail: string): void
}
