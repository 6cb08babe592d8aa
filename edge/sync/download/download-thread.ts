import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { sleep } from '#shared/std/retry.ts'
import type { DownloadOrder, DownloadReport, DownloadThreadData } from './download-messages.ts'

export interface DownloadThreadOptions extends DownloadThreadData {
  onReport: (report: DownloadReport) => void
  /** Called when the thread has crashed. It is restarted after a delay. */
  onCrash: (error: unknown) => void
}

const RESTART_AFTER_MS = 5_000
const STOP_WITHIN_MS = 3_000

/** Interface of the download for the rest of the agent. */
export interface DownloadSide {
  tell(order: DownloadOrder): void
  stop(): Promise<void>
}

/** Starts the download thread and restarts it after crashes, until `stop`. */
export class DownloadThread implements DownloadSide {
  readonly #options: DownloadThreadOptions
  readonly #stopping = new AbortController()
  #worker: Worker

  constructor(options: DownloadThreadOptions) {
    this.#options = options
    this.#worker = this.#start()
  }

  tell(order: DownloadOrder): void {
    this.#worker.postMessage(order)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    const worker = this.#worker
    if (worker.threadId === -1) return
    const exited = once(worker, 'exit')
    this.tell({ type: 'stop' })
    const deadline = setTimeout(() => void worker.terminate(), STOP_WITHIN_MS)
    await exited
    clearTimeout(deadline)
  }

  #start(): Worker {
    const { onReport, onCrash, ...workerData } = this.#options
    const worker = new Worker(new URL('./download-worker.ts', import.meta.url), { workerData })
    worker.on('message', onReport)
    worker.on('error', onCrash)
    worker.once('exit', () => void this.#startAgain())
    return worker
  }

  async #startAgain(): Promise<void> {
    await sleep(RESTART_AFTER_MS, this.#stopping.signal)
    if (!this.#stopping.signal.aborted) this.#worker = this.#start()
  }
}
