import { rmSync } from 'node:fs'
import pg from 'pg'
import { must } from '#shared/std/must.ts'
import { freePort } from '#test/support/ports.ts'
import type { Program } from '#test/support/program.ts'
import type { Bench } from '../harness/bench.ts'
import { Office } from './office.ts'

/** Enough to seal what the database holds whichever of the hub's data folders is in use. */
const SECRET = 'a secret of the bench that is long enough'

/** A hub process on a database of its own, as it is shipped but for the log going nowhere, and one organization. */
export class Shop implements AsyncDisposable {
  readonly office: Office
  readonly databaseUrl: string
  /** As the owner of the tables. */
  readonly sql: pg.Client
  readonly #hub: Program
  readonly #dataDir: string
  readonly #resources: AsyncDisposableStack

  private constructor(
    office: Office,
    databaseUrl: string,
    sql: pg.Client,
    hub: Program,
    dataDir: string,
    resources: AsyncDisposableStack,
  ) {
    this.office = office
    this.databaseUrl = databaseUrl
    this.sql = sql
    this.#hub = hub
    this.#dataDir = dataDir
    this.#resources = resources
  }

  static async open(bench: Bench): Promise<Shop> {
    await using resources = new AsyncDisposableStack()
    const databaseUrl = await bench.createDatabase()
    resources.defer(() => bench.dropDatabase(databaseUrl))
    const dataDir = bench.newPath('hub')
    const hub = bench.newProgram('hub', {
      HUB_PORT: String(await freePort()),
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      HUB_SECRET: SECRET,
      TRUST_PROXY: '1',
      LOG_LEVEL: 'info',
    })
    resources.defer(() => hub.stop())
    await hub.start()
    const sql = new pg.Client({ connectionString: databaseUrl })
    await sql.connect()
    resources.defer(() => sql.end())
    const office = await Office.open(hub.url)
    return new Shop(office, databaseUrl, sql, hub, dataDir, resources.move())
  }

  get organizationId(): string {
    return this.office.shop.organizationId
  }

  get hubUrl(): string {
    return this.#hub.url
  }

  get hubPid(): number {
    return must(this.#hub.pid, 'process of the hub')
  }

  /** Starts the hub again, at its address, with nothing of what it has prepared for its tills. */
  async forgetPrepared(): Promise<void> {
    await this.#hub.stop()
    rmSync(this.#dataDir, { recursive: true, force: true })
    await this.#hub.start()
  }

  /**
   * Requests wait at the hub's door until the work is done: how long agents take to start is no part of what is measured.
   */
  async whileFrozen(work: () => Promise<unknown>): Promise<void> {
    process.kill(this.hubPid, 'SIGSTOP')
    try {
      await work()
    } finally {
      process.kill(this.hubPid, 'SIGCONT')
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#resources.disposeAsync()
  }
}
