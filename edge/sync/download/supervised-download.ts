import type { Logger } from 'pino'
import { waitForEnd } from '../wait-for-end.ts'
import { Watchdog } from '../watchdog.ts'
import type { DownloadOrder, DownloadReport } from './download-messages.ts'
import { type DownloadSide, DownloadThread, type DownloadThreadOptions } from './download-thread.ts'

export type StartDownload = (options: DownloadThreadOptions) => DownloadSide

/** All reports except `busy`, which is for the watchdog. */
export type ForwardedReport = Exclude<DownloadReport, { type: 'busy' }>

export interface SupervisedDownloadOptions extends Omit<DownloadThreadOptions, 'onReport' | 'onCrash'> {
  log: Logger
  /** Starts a download; omitted: in its own thread. */
  startDownload?: StartDownload | undefined
  /** Handles a report; `reply` goes to the download that sent it. */
  onReport: (report: ForwardedReport, reply: (order: DownloadOrder) => void) => void
  /** Called when the download was silent for this long: another one replaces it. */
  onStuck: (silentMs: number) => void
}

const startThread: StartDownload = (options) => new DownloadThread(options)

/** The download, replaced by a new one when it is silent for too long. */
export class SupervisedDownload implements DownloadSide {
  readonly #options: SupervisedDownloadOptions
  readonly #watchdog: Watchdog
  readonly #stopping = new AbortController()
  #current: DownloadSide
  #started = 0
  #replacing: Promise<void> = Promise.resolve()

  constructor(options: SupervisedDownloadOptions) {
    this.#options = options
    this.#watchdog = new Watchdog(options.timing.stuckAfterMs, (silentMs) => {
      options.onStuck(silentMs)
      this.#replacing = this.#replace()
    })
    this.#current = this.#start(options.checkFirst)
  }

  tell(order: DownloadOrder): void {
    this.#current.tell(order)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#watchdog.stop()
    await this.#replacing
    await this.#current.stop()
  }

  #start(checkFirst: boolean): DownloadSide {
    const { startDownload = startThread, onReport, onStuck, log, ...options } = this.#options
    const number = ++this.#started
    this.#watchdog.expectWithin(options.timing.downloadTimeoutMs)
    return startDownload({
      ...options,
      checkFirst,
      // Ignore reports of a download that was replaced.
      onReport: (report) => number === this.#started && this.#take(report),
      onCrash: (error) => log.error({ err: error }, 'the download crashed'),
    })
  }

  async #replace(): Promise<void> {
    await waitForEnd(this.#current.stop())
    if (!this.#stopping.signal.aborted) this.#current = this.#start(true)
  }

  #take(report: DownloadReport): void {
    if (!this.#stopping.signal.aborted) this.#watchdog.touch()
    else if (!isRequest(report)) return
    const asking = this.#current
    if (report.type === 'waits') this.#watchdog.expectWithin(report.forMs)
    if (report.type === 'busy') this.#watchdog.expectWithin(report.withinMs)
    else this.#options.onReport(report, (order) => asking.tell(order))
  }
}

/** True for the requests whose answer the download awaits, even when it is to stop. */
const isRequest = ({ type }: DownloadReport): boolean =>
  type === 'swap' || type === 'discard' || type === 'leave'
