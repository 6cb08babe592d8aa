import { resolve } from 'node:path'
import { createTestFolder } from '#test/support/folders.ts'
import { Program } from '#test/support/program.ts'
import type { GaugeMessage, Memory } from './gauge.ts'

const GAUGE = resolve(import.meta.dirname, 'gauge.ts')
const CHEAP_HASHES = resolve(import.meta.dirname, '../../test/support/cheap-hashes.ts')

export type Side = 'hub' | 'agent'

/** Receiver of events from an observed program. */
export interface Watcher {
  /** Receives a line of the program's log. */
  onLog(side: Side, text: string): void
  /** Receives the CPU time in ms for which the program's event loop was blocked. */
  onHeld(side: Side, heldMs: number): void
}

/** Hub or agent under attack, as a separate process with a gauge. */
export class Subject implements AsyncDisposable {
  readonly #program: Program
  readonly #folder = createTestFolder('fuzz')
  #weighed: ((memory: Memory) => void) | undefined

  constructor(side: Side, env: Record<string, string>, watcher: Watcher) {
    this.#program = new Program(
      side === 'hub' ? 'hub' : 'edge',
      { DATA_DIR: this.#folder.path, LOG_LEVEL: 'info', ...env },
      {
        flags: ['--expose-gc'],
        preload: [GAUGE, CHEAP_HASHES],
        onLine: (text) => watcher.onLog(side, text),
        onMessage: (message) => {
          const report = message as GaugeMessage
          if (report.type === 'held') watcher.onHeld(side, report.heldMs)
          if (report.type === 'memory') this.#weighed?.(report)
        },
      },
    )
  }

  get url(): string {
    return this.#program.url
  }

  get isRunning(): boolean {
    return this.#program.isRunning
  }

  start(): Promise<void> {
    return this.#program.start()
  }

  /** Returns the program's memory after garbage collection. */
  async weigh(): Promise<Memory> {
    const weighed = Promise.withResolvers<Memory>()
    this.#weighed = weighed.resolve
    this.#program.tell({ type: 'weigh' })
    return weighed.promise
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#program.stop()
    this.#folder.remove()
  }
}
