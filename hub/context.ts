import type { RateLimiter } from '#hub/auth/rate-limiter.ts'
import type { RequestBudget } from '#hub/auth/request-budget.ts'
import type { TokenSigner } from '#hub/auth/token-signer.ts'
import type { FeedSignal } from '#hub/db/feed-signal.ts'
import type { ProviderDirectory } from '#hub/features/account/sign-on/providers.ts'
import type { ReplicaDigests } from '#hub/features/pos/download/replica-digest.ts'
import type { Snapshots } from '#hub/features/pos/snapshot/snapshots.ts'
import type { MailConfig } from '#hub/integrations/mail/mail-config.ts'
import type { HubCore } from './core.ts'
import type { Database } from './db/transact.ts'
import type { FileStore } from './files/file-store.ts'
import type { TempFiles } from './files/temp-files.ts'
import type { Metrics } from './http/metrics.ts'
import type { JobQueue } from './jobs/queue.ts'
import type { KeyRing } from './secrets/key-ring.ts'

/** Dependencies that the parts of the hub receive when it is assembled (hub.ts). */
export interface HubContext extends HubCore {
  /** Database with separate connections, because a download holds one until its client has received everything. */
  downloads: Database
  signer: TokenSigner
  /** Seals values that must not be readable in the database. */
  keyRing: KeyRing
  requestBudget: RequestBudget
  /** Identity providers for single sign-on. */
  providers: ProviderDirectory
  rateLimiter: RateLimiter
  /** Key for hashing the origins stored with accounts. */
  originKey: Buffer
  /** Key from which the successors of refresh tokens are derived. */
  refreshKey: Buffer
  /** Key for detecting that two employees have the same PIN (hub/auth/pin.ts). */
  pinKey: Buffer
  feedSignal: FeedSignal
  digests: ReplicaDigests
  snapshots: Snapshots
  files: FileStore
  tempFiles: TempFiles
  jobs: JobQueue
  mail: MailConfig
  /** Address of the fiscal provider emulator. If undefined, it is not available. */
  fiscalEmulatorUrl: string | undefined
  /** Base address of MoySklad's JSON API. */
  moySkladUrl: string
  metrics: Metrics
  /** Token for metrics. If undefined, no metrics are served. */
  metricsToken: string | undefined
  /** Number of reverse proxies in front of the hub (http/client-address.ts). */
  trustedProxies: number
  /** Key that authenticates the download cursors. */
  cursorKey: Buffer
}
