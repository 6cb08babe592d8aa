import { EventEmitter } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import threads from 'node:worker_threads'
import { track } from './activity.ts'
import { currentProcess, type SimProcess } from './process.ts'

/**
 * Runs the product's threads in the simulator's thread and virtual time. Each thread's module handles its
 * messages.
 */
type Work = (order: never) => Promise<unknown>

const WORK: Record<string, () => Promise<Work>> = {
  'build-worker.ts': async () => {
    const { buildSnapshot } = await import('#hub/features/pos/snapshot/build-snapshot.ts')
    return (order) =>
      buildSnapshot(order).then(
        (snapshot) => ({ snapshot }),
        (failure: unknown) => ({ failure }),
      )
  },
}

class ThreadHere extends EventEmitter {
  readonly #process: SimProcess | undefined = currentProcess()
  readonly #work: Promise<Work>
  #hasEnded = false

  constructor(url: URL) {
    super()
    const name = url.pathname.replace(/^.*\//, '')
    const load = WORK[name]
    if (!load) throw new Error(`the simulator knows no thread ${name}`)
    this.#work = track(`load ${name}`, load())
  }

  postMessage(order: never): void {
    const answer = this.#work.then((work) => work(order))
    void track('thread', answer).then((message) => {
      if (!this.#hasEnded && !this.#process?.isDead) this.emit('message', message)
    })
  }

  async terminate(): Promise<void> {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.emit('exit', 1)
  }

  ref(): void {}
  unref(): void {}
}

Object.defineProperty(threads, 'Worker', {
  value: ThreadHere,
  configurable: true,
  enumerable: true,
  writable: true,
})
syncBuiltinESMExports()
