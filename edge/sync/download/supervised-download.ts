import type { Logger } from 'pino'
import { letGo } from '../let-go.ts'
import { Watchdog } from '../watchdog.ts'
import type { DownloadOrder, DownloadReport } from './download-messages.ts'
import { type DownloadSide, DownloadThread, type DownloadThreadOptions } from './download-thread.ts'

export type StartDownload = (options: DownloadThreadOptions) => DownloadSide

/** All but `busy`, which is for the watchdog. */
export type HeardReport = Exclude<DownloadReport, { type: 'busy' }>

export interface SupervisedDownloadOptions extends Omit<DownloadThreadOptions, 'onReport' | 'onCrash'> {
  log: Logger
  /** Left out: a thread of its own. */
  startDownload?: StartDownload | undefined
  /** `reply` goes to the very download that has reported. */
  onReport: (report: HeardReport, reply: (order: DownloadOrder) => void) => void
  /** Nothing was heard of it for this long: another one takes its place. */
  onStuck: (silentMs: number) => void
}

const startThread: StartDownload = (options) => new DownloadThread(options)

/** The download, replaced by another when nothing is heard of it for too long. */
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
      // One that was left behind has no say any more.
      onReport: (report) => number === this.#started && this.#take(report),
      onCrash: (error) => log.error({ err: error }, 'the download crashed'),
    })
  }

  async #replace(): Promise<void> {
    await letGo(this.#current.stop())
    if (!this.#stopping.signal.aborted) this.#current = this.#start(true)
  }

  #take(report: DownloadReport): void {
    if (!this.#stopping.signal.aborted) this.#watchdog.touch()
    else if (!isDeed(report)) return
    const asking = this.#current
    if (report.type === 'waits') this.#watchdog.expectWithin(report.forMs)
    if (report.type === 'busy') this.#watchdog.expectWithin(report.withinMs)
    else this.#options.onReport(report, (order) => asking.tell(order))
  }
}

/** The download waits for these, also when it is to stop. */
const isDeed = ({ type }: DownloadReport): boolean =>
  type === 'swap' || type === 'discard' || type === 'leave'
