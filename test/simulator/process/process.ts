import { AsyncLocalStorage } from 'node:async_hooks'

/** Thrown into a simulated process at the instant of its death, and at whatever its remains still try. */
export class Crash extends Error {}

/**
 * A process of the simulated world: an agent's run or a hub's. All that happens because of it (its promises, timers,
 * statements, requests) carries it, so that its death ends all of it: timers do not fire, files and sockets are gone,
 * what it waits for never comes.
 */
export class SimProcess {
  readonly name: string
  readonly #deathbed: (() => void)[] = []
  isDead = false
  /** Called at each point where the process may be hit; throws what happens to it there. */
  onPoint: (point: Point) => void = () => {}

  constructor(name: string) {
    this.name = name
  }

  run<T>(work: () => T): T {
    return current.run(this, work)
  }

  /** What is done at the instant of death, before anything else runs. */
  onDeath(deed: () => void): void {
    this.#deathbed.push(deed)
  }

  die(): void {
    if (this.isDead) return
    this.isDead = true
    asSimulator(() => {
      for (const deed of this.#deathbed.splice(0)) deed()
    })
  }

  /** Dies and stops the code that is running. */
  crash(): never {
    this.die()
    throw new Crash(`${this.name} has died`)
  }
}

export type Point = SqlPoint | { kind: 'file'; deed: string; path: string }
export interface SqlPoint {
  kind: 'sql'
  when: 'before' | 'after'
  text: string
  isWrite: boolean
  path: string
}

const current = new AsyncLocalStorage<SimProcess>()

/** The simulated process on whose behalf this code runs; undefined for the simulator itself. */
export const currentProcess = (): SimProcess | undefined => current.getStore()
/** The simulator's own deeds, whoever caused them. */
export const asSimulator = <T>(work: () => T): T => current.exit(work)
