import { Worker } from 'node:worker_threads'
import type { Snapshot, SnapshotOrder } from './build-snapshot.ts'

/** Message of the thread about a finished or failed build. */
export type BuildReport = { snapshot: Snapshot } | { failure: unknown }

/**
 * Idle time after which the thread ends. Starting it takes a good part of a second, and an idle thread uses
 * some memory.
 */
const IDLE_MS = 10 * 60_000

/** Builds files in a thread, one at a time, because each build occupies a whole processor. */
export class BuildThread {
  #last: Promise<unknown> = Promise.resolve()
  #worker: Worker | null = null
  #idle: NodeJS.Timeout | undefined
  #isClosed = false

  /** Builds a file. Rejects when the build fails, or when the thread is closed before the file is complete. */
  build(order: SnapshotOrder): Promise<Snapshot> {
    const turn = this.#last.then(() => this.#run(order))
    this.#last = turn.catch(() => undefined)
    return turn
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#idle)
    await this.#worker?.terminate()
    await this.#last
  }

  async #run(order: SnapshotOrder): Promise<Snapshot> {
    if (this.#isClosed) throw new Error('the hub is stopping')
    clearTimeout(this.#idle)
    this.#worker ??= this.#start()
    const worker = this.#worker
    const { promise, resolve, reject } = Promise.withResolvers<BuildReport>()
    const ended = () => reject(new Error('the thread ended before the file was complete'))
    worker.once('message', resolve).once('error', reject).once('exit', ended)
    try {
      worker.postMessage(order)
      const report = await promise
      if ('failure' in report) throw report.failure
      return report.snapshot
    } finally {
      worker.off('message', resolve).off('error', reject).off('exit', ended)
      this.#idle = setTimeout(() => void this.#worker?.terminate(), IDLE_MS).unref()
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL('./build-worker.ts', import.meta.url))
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = null
    })
    // Between two orders there is no other error listener. The exit event follows.
    worker.on('error', () => undefined)
    worker.unref()
    return worker
  }
}
