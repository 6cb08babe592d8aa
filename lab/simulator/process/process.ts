import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Error thrown into a simulated process at the instant of its death, and by whatever its remaining code still
 * tries.
 */
export class Crash extends Error {}

/**
 * A process of the simulated world: a run of an agent or of a hub. Everything it causes (promises, timers,
 * statements, requests) carries it, so that its death ends all of that: timers do not fire, files and sockets
 * are closed, and awaited results never arrive.
 */
export class SimProcess {
  readonly name: string
  readonly #deathbed: (() => void)[] = []
  isDead = false
  /** Handler of each point where the process may be hit; throws the fault of that point. */
  onPoint: (point: Point) => void = () => {}

  constructor(name: string) {
    this.name = name
  }

  run<T>(work: () => T): T {
    return current.run(this, work)
  }

  /** Adds work to do at the instant of death, before anything else runs. */
  onDeath(action: () => void): void {
    this.#deathbed.push(action)
  }

  die(): void {
    if (this.isDead) return
    this.isDead = true
    asSimulator(() => {
      for (const action of this.#deathbed.splice(0)) action()
    })
  }

  /** Kills the process and stops the running code. */
  crash(): never {
    this.die()
    throw new Crash(`${this.name} has died`)
  }
}

export type Point = SqlPoint | { kind: 'file'; action: string; path: string }
export interface SqlPoint {
  kind: 'sql'
  when: 'before' | 'after'
  text: string
  isWrite: boolean
  path: string
}

const current = new AsyncLocalStorage<SimProcess>()

/** Returns the simulated process on whose behalf this code runs; undefined for the simulator itself. */
export const currentProcess = (): SimProcess | undefined => current.getStore()
/** Runs work of the simulator itself, whatever process caused it. */
export const asSimulator = <T>(work: () => T): T => current.exit(work)
