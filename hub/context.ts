import type { RateLimiter } from '#hub/auth/rate-limiter.ts'
import type { RequestBudget } from '#hub/auth/request-budget.ts'
import type { TokenSigner } from '#hub/auth/token-signer.ts'
import type { FeedSignal } from '#hub/db/feed-signal.ts'
import type { ProviderDirectory } from '#hub/features/account/sign-on/providers.ts'
import type { ReplicaDigests } from '#hub/features/pos/download/replica-digest.ts'
import type { Snapshots } from '#hub/features/pos/snapshot/snapshots.ts'
import type { HubCore } from './core.ts'
import type { Database } from './db/transact.ts'
import type { FileStore } from './files/file-store.ts'
import type { TempFiles } from './files/temp-files.ts'
import type { Metrics } from './http/metrics.ts'
import type { JobQueue } from './jobs/queue.ts'
import type { MailConfig } from './mail/channels.ts'
import type { KeyRing } from './secrets/key-ring.ts'

/** What the parts of the hub are given by hand when it is assembled (hub.ts). */
export interface HubContext extends HubCore {
  /** With connections of its own: a download holds one for as long as its reader takes. */
  downloads: Database
  signer: TokenSigner
  /** Seals what must not lie readable in the database. */
  keyRing: KeyRing
  requestBudget: RequestBudget
  /** Of single sign-on. */
  providers: ProviderDirectory
  rateLimiter: RateLimiter
  /** Hashes the origins that are remembered with accounts. */
  originKey: Buffer
  /** Makes the successors of refresh tokens. */
  refreshKey: Buffer
  /** Tells that two employees have the same PIN (hub/auth/pin.ts). */
  pinKey: Buffer
  feedSignal: FeedSignal
  digests: ReplicaDigests
  snapshots: Snapshots
  files: FileStore
  tempFiles: TempFiles
  jobs: JobQueue
  mail: MailConfig
  /** undefined: nobody can choose the emulator of fiscal providers. */
  fiscalEmulatorUrl: string | undefined
  /** The base address of MoySklad's JSON API. */
  moySkladUrl: string
  metrics: Metrics
  /** undefined: no metrics are served. */
  metricsToken: string | undefined
  /** How many reverse proxies stand in front (http/client-address.ts). */
  trustedProxies: number
  /** Authenticates the cursors of the download. */
  cursorKey: Buffer
}
