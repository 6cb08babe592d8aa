import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Till } from '#test/edge/support/till.ts'
import { until } from '#test/edge/support/until.ts'
import { Program } from '#test/support/program.ts'
import type { Bench } from '../harness/bench.ts'
import { PIN } from './office.ts'
import type { Shop } from './shop.ts'

const FIRST_DOWNLOAD_TIMEOUT_MS = 900_000

/** A retail point: an agent process on a folder of its own and a till at which the owner is signed in. */
export class Point implements AsyncDisposable {
  /** Of the agent: journal.db and replica.db are in it. */
  readonly folder: string
  readonly till: Till
  readonly #agent: Program

  private constructor(folder: string, agent: Program) {
    this.folder = folder
    this.#agent = agent
    this.till = new Till(() => agent.url)
  }

  /** Enrolled, and with what the hub has for it. */
  static async open(bench: Bench, shop: Shop, env: Record<string, string> = {}): Promise<Point> {
    const dataDir = bench.newPath('point')
    const agent = new Program('edge', {
      ...bench.profiling,
      EDGE_PORT: '0',
      DATA_DIR: dataDir,
      HUB_URL: shop.hubUrl,
      EDGE_PAIRING_CODE: await shop.office.pairingCode(),
      LOG_LEVEL: 'info',
      ...env,
    })
    const point = new Point(join(dataDir, 'edge'), agent)
    await agent.start()
    await point.#signIn(shop.office.shop.employeeId)
    return point
  }

  async #signIn(cashierId: string): Promise<void> {
    const hasSettings = async () => (await this.till.status()).settings
    await until('the first download is complete', hasSettings, FIRST_DOWNLOAD_TIMEOUT_MS)
    await this.till.signIn(cashierId, PIN)
  }

  start = (): Promise<void> => this.#agent.start()
  stop = (): Promise<void> => this.#agent.stop()

  /** Cold: enrolled, its cashier signed in, and nothing of the hub's data. The agent must not be running. */
  forgetReplica(): void {
    for (const name of readdirSync(this.folder)) {
      if (/^(replica|snapshot)/.test(name)) rmSync(join(this.folder, name), { recursive: true })
    }
  }

  /** Makes it download a snapshot beside the replica that it serves from. The agent must not be running. */
  losePosition(): void {
    const replica = new Database(join(this.folder, 'replica.db'))
    replica.prepare("UPDATE meta SET value = 'of another history' WHERE key = 'cursor'").run()
    replica.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
  }
}
