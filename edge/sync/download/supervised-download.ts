import type { Logger } from 'pino'
import { waitForEnd } from '../wait-for-end.ts'
import { Watchdog } from '../watchdog.ts'
import type { DownloadOrder, DownloadReport } from './download-messages.ts'
import { type DownloadSide, DownloadThread, type DownloadThreadOptions } from './download-thread.ts'

export type StartDownload = (options: DownloadThreadOptions) => DownloadSide

/** All reports except `busy`, which only the watchdog uses. */
export type ForwardedReport = Exclude<DownloadReport, { type: 'busy' }>

export interface SupervisedDownloadOptions extends Omit<DownloadThreadOptions, 'onReport' | 'onCrash'> {
  log: Logger
  /** Starts a download. Defaults to a thread. */
  startDownload?: StartDownload | undefined
  /** Handles a report. `reply` sends an order to the download that reported. */
  onReport: (report: ForwardedReport, reply: (order: DownloadOrder) => void) => void
  /** Called when the download sent nothing for this time in ms and is being replaced. */
  onStuck: (silentMs: number) => void
}

const startThread: StartDownload = (options) => new DownloadThread(options)

/** Runs a download and replaces it when it sends nothing for too long. */
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
      // Ignore reports from a replaced download.
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

/** True for requests that the download waits for even while it is stopping. */
const isRequest = ({ type }: DownloadReport): boolean =>
  type === 'swap' || type === 'discard' || type === 'leave'
