import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { HUB_ROLE } from '#hub/db/embedded-postgres.ts'
import { migrate } from '#hub/db/migrate.ts'
import { must } from '#shared/std/must.ts'
import { asHubRole } from '#test/support/fast-postgres.ts'
import { freePort } from '#test/support/ports.ts'
import type { Program } from '#test/support/program.ts'
import type { Bench } from '../harness/bench.ts'
import { Office, type OfficeOwner } from './office.ts'

/** Fixed secret, so that a kept database can be used with any data folder. */
const SECRET = 'a secret of the bench that is long enough'

/**
 * Hub process with its own database and one organization. It is configured as shipped, except that its log is
 * discarded.
 */
export class Shop implements AsyncDisposable {
  readonly office: Office
  /** Database URL of the owner of the tables. */
  readonly databaseUrl: string
  /** Database connection of the owner of the tables. */
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
    return Shop.#openOn(bench, databaseUrl, resources.move(), (url) => Office.open(url))
  }

  /**
   * Opens a shop that is filled only once. With `--keep`, the next run reuses it by name, in the state in
   * which it was left.
   */
  static async openFilled(bench: Bench, name: string, fill: (shop: Shop) => Promise<void>): Promise<Shop> {
    const { keepDir } = bench.options
    const keptIn = keepDir === undefined ? undefined : join(keepDir, `${name}.json`)
    await using resources = new AsyncDisposableStack()
    if (keptIn !== undefined && existsSync(keptIn)) {
      const owner = JSON.parse(readFileSync(keptIn, 'utf8')) as OfficeOwner
      const url = await bench.urlOf(name)
      return Shop.#openOn(bench, url, resources.move(), (hub) => Promise.resolve(Office.of(hub, owner)))
    }
    const shop = keptIn === undefined ? await Shop.open(bench) : await Shop.#openKept(bench, name)
    resources.use(shop)
    await fill(shop)
    if (keptIn !== undefined) writeFileSync(keptIn, JSON.stringify(shop.office.owner))
    resources.move()
    return shop
  }

  static async #openKept(bench: Bench, name: string): Promise<Shop> {
    const url = await bench.createDatabase(name)
    return Shop.#openOn(bench, url, new AsyncDisposableStack(), (hub) => Office.open(hub))
  }

  static async #openOn(
    bench: Bench,
    databaseUrl: string,
    held: AsyncDisposableStack,
    openOffice: (url: string) => Promise<Office>,
  ): Promise<Shop> {
    await using resources = held
    await migrate(databaseUrl, HUB_ROLE)
    const dataDir = bench.newPath('hub')
    const hub = bench.newProgram('hub', {
      HUB_PORT: String(await freePort()),
      DATABASE_URL: asHubRole(databaseUrl),
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
    const office = await openOffice(hub.url)
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

  /** Restarts the hub at the same address without the snapshot files prepared for tills. */
  async forgetPrepared(): Promise<void> {
    await this.#hub.stop()
    rmSync(this.#dataDir, { recursive: true, force: true })
    await this.#hub.start()
  }

  /** Freezes the hub while `work` runs, so that requests wait and the start-up time of agents is not measured. */
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
