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
 * All parts of an agent, for the code that assembles them and for routes. All other code takes only the parts
 * that it needs.
 */
export interface AgentContext {
  readonly config: AgentConfig
  readonly log: Logger
  readonly clock: Clock
  /** Random id of this run. Monotonic times of different runs cannot be compared. */
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
  /** True in training mode, where `journal` is a temporary one that is discarded. */
  readonly isTraining: boolean
  readonly onlineBalances: OnlineBalances
  readonly onlineVouchers: OnlineVouchers
  /** Rate limit of enrolment attempts from the till. */
  readonly enrolmentLimit: RateLimiterMemory
  /** Null before enrolment. */
  readonly device: Device | null
  readonly sync: Sync | null
  /** Aborted when the agent stops, so that nothing waits for the network any longer. */
  readonly stopping: AbortSignal
  /** Stores the identity and starts to synchronize with the hub. */
  becomeDevice(device: Device): void
  /**
   * Records all further sales in this chain, under this receipt series. Both are on disk when it returns. A
   * chain that the device already has is left unchanged.
   */
  beginChain(chain: Pick<Chain, 'id' | 'series'>, reason: Chain['reason']): void
  /** Handles a damaged database page: the agent stops, and rebuilds the journal at its next start. */
  journalIsDamaged(detail: string): void
}
