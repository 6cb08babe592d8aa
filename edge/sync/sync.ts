import type { Logger } from 'pino'
import type { TillStatus } from '#shared/contracts/till/till.ts'
import type { AgentReport } from '#shared/sync/report.ts'
import type { Chain, ChainCustody, Directive } from '#shared/sync/upload.ts'
import type { Clock } from '../clock.ts'
import type { Device } from '../device/device.ts'
import type { Journal } from '../journal/journal.ts'
import type { Ack } from '../journal/outbox.ts'
import type { Replica } from '../replica/replica.ts'
import { isDiskFailure } from '../sqlite/errors.ts'
import type { Troubles } from '../troubles.ts'
import { AuditSeals } from './audit-seals.ts'
import { Counters } from './counters.ts'
import type { DownloadOrder, Failure, Progress } from './download/download-messages.ts'
import {
  type ForwardedReport,
  type StartDownload,
  SupervisedDownload,
} from './download/supervised-download.ts'
import type { Side } from './errand.ts'
import { keepHeartbeat } from './hub-link/heartbeat.ts'
import { HubClient, type HubCredential, readJson } from './hub-link/hub-client.ts'
import { failureOf } from './hub-link/hub-failure.ts'
import { HubLink } from './hub-link/hub-link.ts'
import { SyncTroubles } from './sync-troubles.ts'
import type { Timing } from './timing.ts'
import { Upload } from './upload/upload.ts'
import { FavouritesUploader } from './upload-favourites.ts'
import { waitForEnd } from './wait-for-end.ts'
import { Watchdog } from './watchdog.ts'

export interface SyncOptions {
  device: Device
  hubUrl: string
  folder: string
  journal: Journal
  replica: Replica
  troubles: Troubles
  clock: Clock
  timing: Timing
  bootId: string
  log: Logger
  /** Returns the state of the agent for head office. */
  report: () => Promise<AgentReport>
  /** Begins a chain for all further sales, because another device is continuing the current one. */
  beginChain: (chain: Pick<Chain, 'id' | 'series'>, reason: 'fork') => void
  /** Called when the hub has more of the current chain than the journal. `detail` names the gap. */
  onJournalBehind: (detail: string) => void
  /** Called when the download has found the replica damaged. The download rebuilds it itself. */
  onReplicaDamage: (detail: string) => void
  /** Starts the download. Defaults to a worker thread. */
  startDownload?: StartDownload | undefined
}

type Reply = (order: DownloadOrder) => void
type ReportOf<Type extends ForwardedReport['type']> = Extract<ForwardedReport, { type: Type }>

/** Minimum interval in ms between replica downloads requested by the hub. */
const RESNAPSHOT_AGAIN_MS = 10 * 60_000

/**
 * Upload and download between this agent and the hub. They share no data, but each notifies the other when
 * the hub is reachable again. A direction without activity for too long is restarted.
 */
export class Sync {
  readonly link: HubLink
  readonly counters = new Counters()
  readonly #options: SyncOptions
  readonly #troubles: SyncTroubles
  readonly #upload: Upload
  readonly #asking: HubClient
  readonly #auditSeals: AuditSeals
  readonly #favourites: FavouritesUploader
  readonly #uploadWatchdog: Watchdog
  readonly #download: SupervisedDownload
  readonly #stopping = new AbortController()
  #uploadSignal = new AbortController()
  #uploading: Promise<void>
  #resnapshotAtMs = Number.NEGATIVE_INFINITY
  #progress: Progress | null = null

  readonly #onReport: {
    [Type in ForwardedReport['type']]: (report: ReportOf<Type>, reply: Reply) => void
  } = {
    answered: () => this.link.noteAnswer(),
    header: ({ serverTime, custody, seals }) => {
      this.link.measureOffset(serverTime)
      this.#upload.noteCustody(custody)
      if (seals) this.#auditSeals.noteSeals(seals)
    },
    progress: ({ type: _, ...progress }) => {
      this.link.noteSign()
      this.#progress = progress
    },
    waits: ({ forMs }) => this.link.waits('download', forMs),
    received: ({ bytes, lines }) => this.counters.received(bytes, lines),
    applied: (report) => this.#noteApplied(report),
    compared: ({ differing }) => this.#noteCompared(differing),
    failed: (report) => this.#noteFailure(report),
    broken: ({ message, isDiskFailure }) => {
      this.#noteOwnFailure('download', new Error(message), isDiskFailure)
    },
    damaged: ({ message }) => this.#options.onReplicaDamage(message),
    swap: (_, reply) => this.#answer(reply, () => this.#options.replica.swapIn()),
    discard: (_, reply) => this.#answer(reply, () => this.#options.replica.discard()),
    leave: (_, reply) => void this.#answerWhenUploaded(reply),
  }

  constructor(options: SyncOptions) {
    const { device, hubUrl, folder, journal, replica, troubles, clock, timing, bootId, log, startDownload } =
      options
    this.#options = options
    this.#troubles = new SyncTroubles(options)
    this.link = new HubLink({
      clock,
      troubles,
      counters: this.counters,
      onBack: (side) => {
        this.#favourites.wake()
        if (side === 'upload') this.#download.tell({ type: 'hub-answers' })
        else this.#upload.hubAnswers()
      },
    })
    this.#asking = new HubClient({ ...this.#credential(), onAnswer: () => this.link.noteAnswer() })
    this.#uploadWatchdog = new Watchdog(timing.stuckAfterMs, (silentMs) => this.#restartUpload(silentMs))
    this.#auditSeals = new AuditSeals({ journal, client: this.#client(), log, signal: this.#stopping.signal })
    this.#favourites = new FavouritesUploader({ journal, replica, client: this.#client(), timing, log })
    this.#upload = new Upload({
      journal,
      client: this.#client(),
      link: this.link,
      clock,
      timing,
      bootId,
      log,
      report: options.report,
      onDirectives: (directives) => this.#obey(directives),
      onJournalBehind: (custody) => this.#noteJournalBehind(custody),
      onAcknowledged: (acks) => this.#noteAcknowledged(acks),
      onTooLarge: (item) => this.#troubles.noteTooLarge(item),
      onOwnFailure: (error) => this.#noteOwnFailure('upload', error),
      expectWithin: (ms) => this.#uploadWatchdog.expectWithin(ms),
    })
    this.#download = new SupervisedDownload({
      folder,
      timing,
      log,
      startDownload,
      credential: this.#credential(),
      deviceId: device.deviceId,
      pulse: journal.pulse,
      checkFirst: replica.openFor(device.deviceId),
      onReport: (report, reply) => this.#take(report, reply),
      onStuck: (silentMs) => {
        this.#noteStuck('download', silentMs)
        this.#progress = null
      },
    })
    const wasReady = replica.isReady
    this.#troubles.noteHeld()
    this.#troubles.noteRetailPoint()
    if (wasReady && !replica.isReady) this.replicaIsDamaged()
    this.#uploading = this.#startUpload()
    void this.#favourites.run(this.#stopping.signal)
    void keepHeartbeat({ client: this.#client(), link: this.link, timing }, this.#stopping.signal)
    log.debug({ hubUrl }, 'sync started')
  }

  /**
   * Sends a request to head office, a GET or a POST with `body`, and returns its response within the time
   * limit. Throws HubFailure.
   */
  async ask(path: string, { timeoutMs, body }: { timeoutMs: number; body?: object }): Promise<unknown> {
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(timeoutMs)])
    try {
      const response = await this.#asking.send(path, {
        accept: 'application/json',
        timeoutMs,
        signal,
        ...(body && {
          method: 'POST' as const,
          body: JSON.stringify(body),
          headers: { 'Content-Type': 'application/json' },
        }),
      })
      return await readJson(response, timeoutMs, signal)
    } catch (error) {
      this.#options.log.debug({ err: error, path }, 'head office does not answer')
      throw failureOf(error)
    }
  }

  /** Ends the delays of both directions at a user's request. */
  tryNow(): void {
    this.link.triesNow()
    this.#upload.tryNow()
    this.#download.tell({ type: 'try-now' })
    this.#favourites.wake()
  }

  /** Wakes the upload after a sale was recorded in the outbox. */
  saleRecorded(): void {
    this.#upload.saleRecorded()
  }

  /** Wakes the upload of favorites. */
  favouritesArranged(): void {
    this.#favourites.wake()
  }

  /** Reports a replica that a reader has found damaged. */
  replicaIsDamaged(): void {
    this.#download.tell({ type: 'damaged' })
  }

  /** Progress of the running snapshot, or null. */
  get progress(): Progress | null {
    return this.#progress
  }

  get needAttention(): number {
    return this.#troubles.countNeedingAttention()
  }

  get connection(): TillStatus['connection'] {
    return this.link.connection
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#uploadSignal.abort()
    this.#uploadWatchdog.stop()
    await Promise.all([waitForEnd(this.#uploading), this.#download.stop()])
  }

  #client(): HubClient {
    return new HubClient({ ...this.#credential(), onAnswer: () => this.link.noteAnswer() })
  }

  #credential(): HubCredential {
    const { device, hubUrl } = this.#options
    return { hubUrl, clientId: device.clientId, clientSecret: device.clientSecret }
  }

  #startUpload(): Promise<void> {
    this.#uploadSignal = new AbortController()
    return this.#upload.run(this.#uploadSignal.signal)
  }

  #restartUpload(silentMs: number): void {
    this.#noteStuck('upload', silentMs)
    this.#uploadSignal.abort()
    // A hung upload is abandoned. Its signal is aborted, so it has no effect even if it continues later.
    this.#uploading = this.#startUpload()
  }

  #noteStuck(side: Side, silentMs: number): void {
    const { log } = this.#options
    log.error({ side, silentMs }, 'sync was stuck')
    this.counters.noteStuck(side)
    this.#troubles.noteStuck(side, silentMs)
  }

  /** Handles a report. A file failure must not stop the agent. */
  #take(report: ForwardedReport, reply: Reply): void {
    try {
      this.#onReport[report.type](report as never, reply)
    } catch (error) {
      this.#noteOwnFailure('download', error)
    }
  }

  /** Executes a request of the download. A failure is reported to the download, which retries later. */
  #answer(reply: Reply, work: () => void): void {
    let failure: Failure | null = null
    try {
      work()
    } catch (error) {
      const { message, code } = error as NodeJS.ErrnoException
      failure = { message, code }
    }
    reply({ type: 'done', failure })
  }

  /** Replies when the uploads are done. After an outage, sales are uploaded before the catalog is downloaded. */
  async #answerWhenUploaded(reply: Reply): Promise<void> {
    await this.#upload.whenQuiet(this.#options.timing.uploadsFirstMs, this.#stopping.signal)
    reply({ type: 'done', failure: null })
  }

  #obey(directives: readonly Directive[]): void {
    for (const { code, chain, series } of directives) {
      if (code === 'new_chain' && chain && series) this.#options.beginChain({ id: chain, series }, 'fork')
      else if (code === 'resnapshot') this.#resnapshot()
    }
  }

  #resnapshot(): void {
    if (performance.now() - this.#resnapshotAtMs < RESNAPSHOT_AGAIN_MS) return
    this.#resnapshotAtMs = performance.now()
    this.#options.log.warn('the hub wants the replica to be downloaded again')
    this.#download.tell({ type: 'resnapshot' })
  }

  #noteFailure(failure: ReportOf<'failed'>): void {
    this.#progress = null
    this.#options.log.warn({ kind: failure.kind, reason: failure.message }, 'download failed')
    this.link.failed('download', failure)
  }

  #noteApplied({ isSnapshot, lines, isFresh }: ReportOf<'applied'>): void {
    const { replica, troubles, log } = this.#options
    this.#progress = null
    if (isSnapshot) {
      troubles.settle('replica')
      this.#upload.reportSoon()
    }
    if (isFresh) this.link.succeeded('download')
    if (isFresh) troubles.settle('download-stuck')
    if (lines === 0 && !isSnapshot) return
    replica.noteChange()
    this.#troubles.noteRetailPoint()
    log.info({ isSnapshot, lines, products: replica.productCount() }, 'downloaded')
  }

  #noteCompared(differing: number): void {
    if (differing > 0) {
      this.#options.log.error({ differing }, 'the replica differs from the hub')
      this.counters.noteDamage()
    }
    this.#troubles.noteCompared(differing)
  }

  #noteAcknowledged(acks: readonly Ack[]): void {
    this.#options.troubles.settle('upload-stuck')
    this.counters.uploaded(acks)
    this.#troubles.noteHeld()
  }

  #noteJournalBehind({ chain, highest }: ChainCustody): void {
    const { journal, log, onJournalBehind } = this.#options
    const lastSeq = journal.read.chains.lastSeq(chain)
    const detail = `Head office has entries up to ${highest}, the journal ends at ${lastSeq}`
    log.error({ chain, highest, lastSeq }, 'the journal has lost entries')
    onJournalBehind(detail)
  }

  #noteOwnFailure(side: Side, error: unknown, isDisk = isDiskFailure(error)): void {
    const { log, troubles } = this.#options
    if (side === 'download') this.#progress = null
    log.error({ err: error, side }, 'sync failed')
    troubles.raise(side, { code: isDisk ? 'disk' : 'hub_error', detail: (error as Error).message })
  }
}
