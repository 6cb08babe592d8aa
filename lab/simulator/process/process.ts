import { AsyncLocalStorage } from 'node:async_hooks'

/** Error thrown in a simulated process at its death, and for everything that its remaining code attempts. */
export class Crash extends Error {}

/**
 * A process of the simulated world: one run of an agent or a hub. Everything it starts (promises, timers,
 * statements, requests) is bound to it and ends with it: timers do not fire, files and sockets are closed,
 * and awaited results never arrive.
 */
export class SimProcess {
  readonly name: string
  readonly #deathbed: (() => void)[] = []
  isDead = false
  /** Called at each point where the process can fail. Throws the fault planned for that point. */
  onPoint: (point: Point) => void = () => {}

  constructor(name: string) {
    this.name = name
  }

  run<T>(work: () => T): T {
    return current.run(this, work)
  }

  /** Adds an action to run at the death of the process, before anything else runs. */
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

/** Returns the simulated process on whose behalf this code runs, or undefined for the simulator itself. */
export const currentProcess = (): SimProcess | undefined => current.getStore()
/** Runs work of the simulator itself, regardless of the process that caused it. */
export const asSimulator = <T>(work: () => T): T => current.exit(work)
