import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#hub/db/embedded-postgres.ts'
import { Program } from '#test/support/program.ts'
import type { Figure } from './figure.ts'
import { expectDisk } from './machine.ts'

export interface BenchOptions {
  /** True for smaller amounts and fewer runs, to check that the bench works. The figures are then meaningless. */
  isQuick: boolean
  /** Number of runs. Each measures the product and the floor once. */
  runs: number
  /** Folder for keeping large worlds between runs. Undefined to create them in each run. */
  keepDir: string | undefined
  /** Fraction of the sales of a large world, 1 for all. */
  share: number
  /** Folder for V8 CPU profiles of the programs under test. Undefined for no profiling. */
  profileDir: string | undefined
  say(line: string): void
}

/** A group of figures measured by one file. */
export interface Measurement {
  /** Name for the option --only. */
  name: string
  measure(bench: Bench): Promise<Figure[]>
  /** Creates the kept world without measuring. */
  prepare?(bench: Bench): Promise<void>
}

/**
 * Resources shared by all measurements of a run: options, a folder on a real disk, and one PostgreSQL server
 * with durable commits.
 */
export class Bench implements AsyncDisposable {
  readonly options: BenchOptions
  readonly #folder: string
  readonly #programs: Program[] = []
  #postgres: Promise<EmbeddedPostgres> | undefined
  #names = 0
  #ending: Promise<void> | undefined

  constructor(options: BenchOptions) {
    this.options = options
    this.#folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'))
    // PostgreSQL started by root runs as another user, who needs access to the folder.
    chmodSync(this.#folder, 0o755)
    expectDisk(this.#folder)
  }

  /** Returns a unique path that is deleted with the bench. */
  newPath(name: string): string {
    this.#names += 1
    return join(this.#folder, `${this.#names}-${name}`)
  }

  /**
   * Creates an empty database and returns its URL. The floor and the product use the same server. A kept
   * database has the given name.
   */
  async createDatabase(kept?: string): Promise<string> {
    this.#names += 1
    const name = kept ?? `bench_${this.#names}_${process.pid}`
    const url = await this.urlOf(name)
    const server = (await this.#server()).url
    await onServer(server, `DROP DATABASE IF EXISTS ${name}`)
    await onServer(server, `CREATE DATABASE ${name}`)
    return url
  }

  /** Returns the URL of a database. */
  async urlOf(name: string): Promise<string> {
    const url = new URL((await this.#server()).url)
    url.pathname = name
    return url.href
  }

  #server(): Promise<EmbeddedPostgres> {
    this.#refuseWhenEnding()
    const { keepDir } = this.options
    this.#postgres ??= startPostgres(
      keepDir === undefined ? this.newPath('postgres') : join(keepDir, 'postgres'),
    )
    return this.#postgres
  }

  /**
   * Drops a database. Background processes of PostgreSQL may still be connected, because a forced drop does
   * not end them.
   */
  async dropDatabase(databaseUrl: string): Promise<void> {
    if (!this.#postgres || this.#ending) return
    await onServer((await this.#postgres).url, `DROP DATABASE ${new URL(databaseUrl).pathname.slice(1)}`)
  }

  /** Returns a program under test that has not been started yet and is stopped with the bench. */
  newProgram(side: 'hub' | 'edge', env: Record<string, string>): Program {
    this.#refuseWhenEnding()
    const program = new Program(side, { ...this.profiling, ...env })
    this.#programs.push(program)
    return program
  }

  /** Environment variables for profiling a program under test. */
  get profiling(): Record<string, string> {
    const { profileDir } = this.options
    return profileDir === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profileDir}` }
  }

  /** Ends the bench. A running measurement fails. */
  [Symbol.asyncDispose](): Promise<void> {
    this.#ending ??= this.#end()
    return this.#ending
  }

  async #end(): Promise<void> {
    await Promise.all(this.#programs.map((program) => program.kill()))
    const postgres = await this.#postgres?.catch(() => undefined)
    await postgres?.stop()
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 })
  }

  #refuseWhenEnding(): void {
    if (this.#ending) throw new Error('the bench is ending')
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
