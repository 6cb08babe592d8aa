import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { beginChain } from '#edge/journal/begin-chain.ts'
import { isSentInClear } from '#shared/std/host-place.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { randomSeries } from '#shared/sync/series.ts'
import type { Chain } from '#shared/sync/upload.ts'
import { type Clock, hubNow, systemClock } from './clock.ts'
import { type AgentConfig, DEFAULT_HUB_URL } from './config/config.ts'
import type { AgentContext } from './context.ts'
import { type Device, firstChain, writeDevice } from './device/device.ts'
import { DEFAULT_SPOOL_TIMING, Spool, type SpoolTiming } from './devices/printers/spool.ts'
import { ContinuousScale, NO_SCALE, type Scale } from './devices/scales/scale.ts'
import { Approvals } from './features/approvals/approvals.ts'
import { OnlineBalances } from './features/buyers/online-balances.ts'
import { ENROLMENT_LIMIT } from './features/enrolment/enrol.ts'
import { enrolUnattended } from './features/enrolment/enrol-unattended.ts'
import { AgentMetrics } from './features/metrics/metrics.ts'
import { PictureStore } from './features/pictures/picture-store.ts'
import { Pictures } from './features/pictures/pictures.ts'
import { findPrinter } from './features/printing/printers.ts'
import { receiptOfJob } from './features/printing/receipt-layout.ts'
import { Recall } from './features/receipts/recall.ts'
import { IdleTills } from './features/session/idle-tills.ts'
import { reportOf } from './features/status/report.ts'
import { Training } from './features/training/training.ts'
import { OnlineVouchers } from './features/vouchers/online-vouchers.ts'
import { DiskWatch } from './files/disk-watch.ts'
import { Backups, type RunBackup } from './journal/backup/backups.ts'
import type { Journal } from './journal/journal.ts'
import { backupFolder, journalPath } from './journal/journal-location.ts'
import { openJournal } from './journal/open-journal.ts'
import { HighWater } from './journal/recovery/high-water.ts'
import { Replica } from './replica/replica.ts'
import type { StartDownload } from './sync/download/supervised-download.ts'
import { HubClient } from './sync/hub-link/hub-client.ts'
import { Sync } from './sync/sync.ts'
import { DEFAULT_TIMING, type Timing } from './sync/timing.ts'
import { waitForEnd } from './sync/wait-for-end.ts'
import { Troubles } from './troubles.ts'

const INCIDENT_MS = 3 * 24 * 60 * 60_000

/** Parts that tests can replace. */
export interface AgentOverrides {
  log?: Logger
  clock?: Clock
  timing?: Partial<Timing>
  printing?: Partial<SpoolTiming>
  startDownload?: StartDownload
  runBackup?: RunBackup
  certificateCheckMs?: number
  picturesLimitBytes?: number
}

export class Agent implements AgentContext {
  readonly config: AgentConfig
  readonly log: Logger
  readonly clock: Clock
  readonly bootId = randomUUID()
  readonly journal: Journal
  readonly replica: Replica
  readonly pictures: Pictures
  readonly spool: Spool
  readonly troubles: Troubles
  readonly backups: Backups
  readonly disk: DiskWatch
  readonly metrics: AgentMetrics
  readonly idleTills: IdleTills
  readonly scale: Scale
  readonly approvals: Approvals
  readonly training: Training
  readonly isTraining = false
  readonly onlineBalances: OnlineBalances
  readonly onlineVouchers: OnlineVouchers
  readonly enrolmentLimit = new RateLimiterMemory(ENROLMENT_LIMIT)
  readonly #highWater: HighWater
  readonly #timing: Timing
  readonly #startDownload: StartDownload | undefined
  readonly #stopping = new AbortController()
  readonly #damage = Promise.withResolvers<void>()
  #enrolling: Promise<void> = Promise.resolve()
  #fetchingPictures: Promise<void> = Promise.resolve()
  #recall: Recall | null = null
  #device: Device | null
  #sync: Sync | null = null

  constructor(config: AgentConfig, overrides: AgentOverrides) {
    const { log, clock = systemClock, timing, startDownload } = overrides
    this.config = config
    this.log = log ?? pino({ level: config.logLevel })
    this.clock = clock
    this.idleTills = new IdleTills(clock)
    this.scale = config.scale ? new ContinuousScale(config.scale, clock) : NO_SCALE
    this.approvals = new Approvals(clock)
    this.onlineBalances = new OnlineBalances(clock)
    this.onlineVouchers = new OnlineVouchers(clock)
    this.#timing = { ...DEFAULT_TIMING, ...timing }
    this.#startDownload = startDownload
    this.troubles = new Troubles(clock)
    const { folder, backupDir, reserveBytes = 0 } = config
    this.disk = new DiskWatch({ folder, reserveBytes, troubles: this.troubles, log: this.log })
    const opened = openJournal({ folder, backupDir, at: clock.now().toISOString(), log: this.log })
    this.journal = opened.journal
    this.#device = opened.device
    this.training = new Training({ folder, clock, log: this.log })
    this.#highWater = new HighWater(folder, this.journal)
    this.backups = new Backups({
      journal: this.journal,
      path: journalPath(folder),
      folder: backupFolder(folder),
      secondFolder: () => (backupDir && this.#device ? join(backupDir, this.#device.deviceId) : null),
      clock,
      log: this.log,
      onFailure: ({ message }) => this.troubles.raise('backup', { code: 'backup_failed', detail: message }),
      onSuccess: () => this.troubles.settle('backup'),
      run: overrides.runBackup,
    })
    this.metrics = new AgentMetrics(this)
    this.journal.onRecorded = (tookMs) => {
      this.metrics.committed(tookMs)
      this.#highWater.note()
      this.#sync?.saleRecorded()
    }
    const onDamage = (detail: string): void => {
      this.#noteReplicaDamage(detail)
      this.#sync?.replicaIsDamaged()
    }
    this.replica = new Replica(config.folder, onDamage, () => hubNow(this))
    this.pictures = new Pictures({
      store: new PictureStore({ folder, clock, log: this.log, limitBytes: overrides.picturesLimitBytes }),
      replica: this.replica,
      clock,
      timing: this.#timing,
      log: this.log,
    })
    this.spool = new Spool({
      journal: this.journal,
      clock,
      log: this.log,
      timing: { ...DEFAULT_SPOOL_TIMING, ...overrides.printing },
      findPrinter: (name) => findPrinter({ config, devices: this.journal.read.devices }, name),
      receiptOf: (job, paperWidth) => receiptOfJob(this, job, paperWidth),
      onLackingLetters: (printer, [first = '']) => {
        const detail = `${printer}: ${first.slice(0, 200)}`
        this.troubles.raise('printer', { code: 'printer_lacks_letters', detail })
      },
    })
    this.#noteIncident()
  }

  get damaged(): Promise<void> {
    return this.#damage.promise
  }

  get device(): Device | null {
    return this.#device
  }

  get stopping(): AbortSignal {
    return this.#stopping.signal
  }

  get sync(): Sync | null {
    return this.#sync
  }

  start(): void {
    this.disk.start()
    this.spool.start()
    if (this.#device) {
      this.#startSync(this.#device)
      return
    }
    this.troubles.raise('enrolment', {
      code: 'not_enrolled',
      detail: 'Enter a pairing code from head office',
    })
    const { pairingCode } = this.config
    if (pairingCode !== undefined) {
      this.#enrolling = enrolUnattended(this, pairingCode, this.#timing)
    }
  }

  becomeDevice(device: Device): void {
    const { deviceId, series } = device
    // The journal is written first: at the next start, a credential without its journal would mean that the
    // journal was lost.
    this.journal.transact((tx) => {
      tx.meta.setDevice(device)
      tx.chains.begin(firstChain(device), this.clock.now().toISOString())
      if (device.replacesDeviceId) tx.meta.setRecall({ since: null, after: null })
    })
    writeDevice(this.config.folder, device)
    this.#device = device
    this.troubles.settle('enrolment')
    this.log.info({ deviceId, series }, 'enrolled')
    this.#startSync(device)
  }

  beginChain({ id, series }: Pick<Chain, 'id' | 'series'>, reason: Chain['reason']): void {
    const device = must(this.#device, 'device')
    if (device.chains.some((chain) => chain.id === id)) return
    const location = { folder: this.config.folder, journal: this.journal, at: this.clock.now().toISOString() }
    this.#device = beginChain(location, device, { id, series, reason })
    this.#highWater.note()
    this.log.warn({ chain: id, series, reason }, 'a new chain has begun')
  }

  journalIsDamaged(detail: string): void {
    this.log.fatal({ detail }, 'the journal is damaged')
    this.#damage.resolve()
  }

  /** Handles a journal that was restored to an older state. New sales must not be confused with the lost ones. */
  journalWentBack(detail: string): void {
    const device = must(this.#device, 'device')
    const at = this.clock.now().toISOString()
    this.journal.transact((tx) => {
      tx.chains.expectGaps(tx.chains.current(), at)
      tx.meta.setIncident({ at, detail })
      tx.meta.setRecall({ since: null, after: null })
    })
    this.#noteIncident()
    this.beginChain({ id: newId(), series: randomSeries(device.series) }, 'journal_restored')
    this.#recall?.begin()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all([this.#enrolling, this.spool.stop()])
    await Promise.all([this.#sync?.stop(), this.#recall?.ended, waitForEnd(this.#fetchingPictures)])
    this.pictures.store.close()
    this.replica.close()
    await this.backups.stop()
    await this.disk.stop()
    this.#highWater.close()
    this.scale.close()
    this.training.close()
    this.journal.close()
  }

  #startSync(device: Device): void {
    const { config, journal, replica, troubles, clock, bootId, log } = this
    const timing = this.#timing
    const hubUrl = config.hubUrl ?? device.hubUrl ?? DEFAULT_HUB_URL
    // An agent enrolled at such an address only logs a warning, because its sales must reach the hub.
    if (isSentInClear(hubUrl))
      log.warn({ hubUrl }, 'the connection to the hub has no TLS and crosses a public network')
    const sync = new Sync({
      device,
      hubUrl,
      folder: config.folder,
      journal,
      replica,
      troubles,
      clock,
      timing,
      bootId,
      log,
      report: () => reportOf(this),
      beginChain: (chain, reason) => this.beginChain(chain, reason),
      onJournalBehind: (detail) => this.journalWentBack(detail),
      onReplicaDamage: (detail) => this.#noteReplicaDamage(detail),
      startDownload: this.#startDownload,
    })
    this.#sync = sync
    const { clientId, clientSecret } = device
    const client = new HubClient({ hubUrl, clientId, clientSecret })
    this.#recall = new Recall({ journal, client, link: sync.link, clock, timing, log }, this.stopping)
    this.#recall.begin()
    this.#fetchingPictures = this.pictures.run(client, this.stopping)
  }

  /** Reports a recent incident at each start for some days, so that employees on later shifts also learn of it. */
  #noteIncident(): void {
    const incident = this.journal.read.meta.findIncident()
    if (!incident || this.clock.now().getTime() - Date.parse(incident.at) > INCIDENT_MS) return
    this.troubles.raise('journal', { code: 'journal_restored', detail: incident.detail })
  }

  #noteReplicaDamage(detail: string): void {
    this.log.error({ detail }, 'the replica is damaged and will be downloaded again')
    this.troubles.raise('replica', { code: 'replica_damaged', detail })
  }
}
