import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { must } from '#shared/std/must.ts'
import type { Program } from '#test/support/program.ts'
import { Till } from '#test/support/till.ts'
import { until } from '#test/support/until.ts'
import type { Bench } from '../harness/bench.ts'
import { PIN } from './office.ts'
import type { Shop } from './shop.ts'

const FIRST_DOWNLOAD_TIMEOUT_MS = 900_000

/** Retail point: an agent process with its own folder, and a till at which the owner is signed in. */
export class Point implements AsyncDisposable {
  /** Folder of the agent, which contains journal.db and replica.db. */
  readonly folder: string
  readonly till: Till
  readonly #agent: Program

  private constructor(folder: string, agent: Program) {
    this.folder = folder
    this.#agent = agent
    this.till = new Till(() => agent.url)
  }

  /** Opens a retail point with an enrolled agent that has downloaded the hub's data. */
  static async open(bench: Bench, shop: Shop, env: Record<string, string> = {}): Promise<Point> {
    const pairing = { EDGE_PAIRING_CODE: await shop.office.pairingCode() }
    const point = await Point.openUnenrolled(bench, shop, { ...pairing, ...env })
    await point.#signIn(shop.office.shop.employeeId)
    return point
  }

  /** Opens a retail point with a running agent that is not enrolled. */
  static async openUnenrolled(bench: Bench, shop: Shop, env: Record<string, string> = {}): Promise<Point> {
    const dataDir = bench.newPath('point')
    const agent = bench.newProgram('edge', {
      EDGE_PORT: '0',
      DATA_DIR: dataDir,
      HUB_URL: shop.hubUrl,
      LOG_LEVEL: 'info',
      ...env,
    })
    await agent.start()
    return new Point(join(dataDir, 'edge'), agent)
  }

  /** Enrolls the agent. Resolves when it has downloaded the hub's data and the cashier is signed in. */
  async enrol(pairingCode: string, cashierId: string): Promise<void> {
    await this.till.expect('POST', '/enrol', { pairingCode })
    await this.#signIn(cashierId)
  }

  async #signIn(cashierId: string): Promise<void> {
    const hasSettings = async () => (await this.till.status()).settings
    await until('the first download is complete', hasSettings, FIRST_DOWNLOAD_TIMEOUT_MS)
    await this.till.signIn(cashierId, PIN)
  }

  /** URL of the till page. */
  get url(): string {
    return this.#agent.url
  }

  /** Process id of the agent. */
  get pid(): number {
    return must(this.#agent.pid, 'process of the agent')
  }

  start = (): Promise<void> => this.#agent.start()
  stop = (): Promise<void> => this.#agent.stop()

  /**
   * Makes the agent cold: still enrolled, with a signed-in cashier, but without any of the hub's data. The
   * agent must not be running.
   */
  forgetReplica(): void {
    for (const name of readdirSync(this.folder)) {
      if (/^(replica|snapshot)/.test(name)) rmSync(join(this.folder, name), { recursive: true })
    }
  }

  /** Makes the agent download a snapshot while it serves from its replica. The agent must not be running. */
  losePosition(): void {
    const replica = new Database(join(this.folder, 'replica.db'))
    replica.prepare("UPDATE meta SET value = 'of another history' WHERE key = 'cursor'").run()
    replica.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
  }
}
