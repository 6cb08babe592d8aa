import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#hub/db/embedded-postgres.ts'
import type { Figure } from './figure.ts'
import { expectDisk } from './machine.ts'

export interface BenchOptions {
  /** Smaller amounts and fewer runs: shows that the bench works, not how fast the product is. */
  isQuick: boolean
  /** How often each figure is measured, its floor beside it each time. */
  runs: number
  /** Where the programs under test leave V8 processor profiles; undefined: they are not profiled. */
  profileDir: string | undefined
  say(line: string): void
}

/** A group of figures, in a file of its own. */
export interface Measurement {
  /** For --only. */
  name: string
  measure(bench: Bench): Promise<Figure[]>
}

/** What all measurements of a run share: options, a folder on a real disk, and one PostgreSQL with durable commits. */
export class Bench implements AsyncDisposable {
  readonly options: BenchOptions
  readonly #folder: string
  #postgres: EmbeddedPostgres | undefined
  #names = 0

  constructor(options: BenchOptions) {
    this.options = options
    this.#folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'))
    // Root's PostgreSQL runs as another user, who must be able to enter.
    chmodSync(this.#folder, 0o755)
    expectDisk(this.#folder)
  }

  /** A path of that no one else uses; everything there goes with the bench. */
  newPath(name: string): string {
    this.#names += 1
    return join(this.#folder, `${this.#names}-${name}`)
  }

  /** Of a new, empty database. Floor and product work on the same server. */
  async createDatabase(): Promise<string> {
    this.#postgres ??= await startPostgres(this.newPath('postgres'))
    this.#names += 1
    const url = new URL(this.#postgres.url)
    const name = `bench_${this.#names}`
    await onServer(url.href, `CREATE DATABASE ${name}`)
    url.pathname = name
    return url.href
  }

  /** Nobody may be connected to it but PostgreSQL's own processes, which would not be ended by force. */
  async dropDatabase(databaseUrl: string): Promise<void> {
    if (this.#postgres)
      await onServer(this.#postgres.url, `DROP DATABASE ${new URL(databaseUrl).pathname.slice(1)}`)
  }

  /** For the environment of a program under test. */
  get profiling(): Record<string, string> {
    const { profileDir } = this.options
    return profileDir === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profileDir}` }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#postgres?.stop()
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function startPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir })
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const { rows } = await client.query<Record<string, string>>(`SHOW ${setting}`)
    if (rows[0]?.[setting] !== 'on') throw new Error(`${setting} must be on`)
  }
  await client.end()
  return postgres
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
