import { resolve } from 'node:path'
import { createTestFolder } from '#test/support/folders.ts'
import { Program } from '#test/support/program.ts'
import type { GaugeMessage, Memory } from './gauge.ts'

const GAUGE = resolve(import.meta.dirname, 'gauge.ts')
const CHEAP_HASHES = resolve(import.meta.dirname, '../support/cheap-hashes.ts')

export type Side = 'hub' | 'agent'

/** What is noticed of a program from outside. */
export interface Watcher {
  /** A line of its log. */
  onLog(side: Side, text: string): void
  /** Its event loop was held for so long, in processor time. */
  onHeld(side: Side, heldMs: number): void
}

/** The hub or the agent under attack, as a process of its own, with a gauge in it. */
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
          const told = message as GaugeMessage
          if (told.type === 'held') watcher.onHeld(side, told.heldMs)
          if (told.type === 'memory') this.#weighed?.(told)
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

  /** What it holds once everything that can be collected was. */
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
