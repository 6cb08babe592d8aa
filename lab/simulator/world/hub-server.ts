import { startFiscalising } from '#hub/features/sales/fiscal/fiscalise-sales.ts'
import { type OpenHub, openHub } from '#hub/hub.ts'
import { asHubRole } from '#test/support/fast-postgres.ts'
import { forget, rest, track } from '../process/activity.ts'
import { cutConnections, onQuery } from '../process/postgres.ts'
import { SimProcess } from '../process/process.ts'
import type { Action } from '../schedule/actions.ts'
import type { World } from './world.ts'

export interface HubAnswer {
  status: number
  headers: Headers
  body: Uint8Array<ArrayBuffer>
}

export const HUB_ORIGIN = 'http://hub.sim'

/** One hub process: real hub code on the shared database, which can die at any query. */
export class HubServer {
  readonly name: string
  readonly #world: World
  #process: SimProcess | null = null
  #hub: OpenHub | null = null
  #runs = 0
  #planned: { left: number; fate: 'die before' | 'die after'; commitsOnly: boolean; action: Action } | null =
    null
  /** Action that caused the death of the process. */
  #dying: Action | undefined
  readonly #waiting = new Set<(error: Error) => void>()

  constructor(world: World, name: string) {
    this.#world = world
    this.name = name
  }

  get isUp(): boolean {
    return this.#hub !== null
  }

  get process(): SimProcess | null {
    return this.#process
  }

  async start(): Promise<void> {
    const { database, folder, fiscal } = this.#world
    const process = new SimProcess(`${this.name}.${++this.#runs}`)
    process.onDeath(() => this.#noteDeath(process))
    onQuery(process, (text) => this.#fateOf(text))
    this.#process = process
    const config = {
      host: '127.0.0.1',
      port: 80,
      dataDir: `${folder}/${this.name}`,
      databaseUrl: asHubRole(database.url),
      databasePoolSize: 4,
      publicUrl: HUB_ORIGIN,
      secret: 'a secret of the simulator, long enough',
      metricsToken: undefined,
      // Only jobs of fiscal receipts are part of schedules.
      runsJobs: fiscal !== null,
      fiscalEmulatorUrl: fiscal?.url,
      files: undefined,
      trustedProxies: 1,
      logLevel: 'silent' as const,
    }
    const log = this.#world.logOf(this.name)
    const opening = process.run(() =>
      openHub(config, log, (context, _config, resources) => resources.defer(startFiscalising(context))),
    )
    const hub = await this.#orDeath(track(`${this.name} starts`, opening))
    if (!process.isDead) this.#hub = hub
    await rest()
  }

  /** Ends the process at once, whatever it is doing. */
  crash(): void {
    this.#process?.die()
  }

  planCrash(left: number, fate: 'die before' | 'die after', commitsOnly: boolean, action: Action): void {
    this.endPlan()
    this.#planned = { left, fate, commitsOnly, action }
  }

  endPlan(): void {
    this.#planned?.action.prevented('something came before')
    this.#planned = null
  }

  /** Shuts the hub down cleanly. */
  async stop(): Promise<void> {
    const hub = this.#hub
    const process = this.#process
    this.#hub = null
    this.endPlan()
    if (!hub || !process) return
    process.run(() => hub.announceStop())
    await rest()
    await process.run(() => hub.stop())
    process.die()
  }

  /** Sends a request. Rejects when the hub is down or dies during the request. */
  async fetch(path: string, init: RequestInit): Promise<HubAnswer> {
    const hub = this.#hub
    const process = this.#process
    if (!hub || !process) throw new Error(`${this.name} is down`)
    return this.#orDeath(
      process.run(async () => {
        const response = await hub.app.fetch(new Request(HUB_ORIGIN + path, init))
        const body = new Uint8Array(await response.arrayBuffer())
        return { status: response.status, headers: response.headers, body }
      }),
    )
  }

  #fateOf(text: string): 'go on' | 'die before' | 'die after' {
    const planned = this.#planned
    if (!planned || (planned.commitsOnly && !text.includes('COMMIT'))) return 'go on'
    if (--planned.left > 0) return 'go on'
    this.#dying = planned.action
    this.#planned = null
    return planned.fate
  }

  #noteDeath(process: SimProcess): void {
    if (this.#process !== process) return
    cutConnections(process)
    forget(process)
    this.#hub = null
    this.#process = null
    this.#dying?.tookEffect()
    this.#dying = undefined
    this.endPlan()
    for (const reject of this.#waiting) reject(new Error(`${this.name} has died`))
    this.#waiting.clear()
    this.#world.noteHubDeath(this)
  }

  #orDeath<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject)
      work.then(resolve, reject).finally(() => this.#waiting.delete(reject))
    })
  }
}
