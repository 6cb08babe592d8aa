import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#hub/db/embedded-postgres.ts'
import { Program } from '#test/support/program.ts'
import type { Figure } from './figure.ts'
import { expectDisk } from './machine.ts'

export interface BenchOptions {
  /** Smaller amounts and fewer runs: shows that the bench works, not how fast the product is. */
  isQuick: boolean
  /** How often each figure is measured, its floor beside it each time. */
  runs: number
  /** Where worlds that take long to make are kept for the next run; undefined: each run makes its own. */
  keepDir: string | undefined
  /** What part of the sales of a large world it has: 1 is the whole. */
  share: number
  /** Where the programs under test leave V8 processor profiles; undefined: they are not profiled. */
  profileDir: string | undefined
  say(line: string): void
}

/** A group of figures, in a file of its own. */
export interface Measurement {
  /** For --only. */
  name: string
  measure(bench: Bench): Promise<Figure[]>
  /** Makes the world that is kept, and measures nothing. */
  prepare?(bench: Bench): Promise<void>
}

/** What all measurements of a run share: options, a folder on a real disk, and one PostgreSQL with durable commits. */
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
    // Root's PostgreSQL runs as another user, who must be able to enter.
    chmodSync(this.#folder, 0o755)
    expectDisk(this.#folder)
  }

  /** A path of that no one else uses; everything there goes with the bench. */
  newPath(name: string): string {
    this.#names += 1
    return join(this.#folder, `${this.#names}-${name}`)
  }

  /** Of a new, empty database. Floor and product work on the same server. A name is given to one that is kept. */
  async createDatabase(kept?: string): Promise<string> {
    this.#names += 1
    const name = kept ?? `bench_${this.#names}_${process.pid}`
    const url = await this.urlOf(name)
    const server = (await this.#server()).url
    await onServer(server, `DROP DATABASE IF EXISTS ${name}`)
    await onServer(server, `CREATE DATABASE ${name}`)
    return url
  }

  /** Of a database of this name. */
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

  /** Nobody may be connected to it but PostgreSQL's own processes, which would not be ended by force. */
  async dropDatabase(databaseUrl: string): Promise<void> {
    if (!this.#postgres || this.#ending) return
    await onServer((await this.#postgres).url, `DROP DATABASE ${new URL(databaseUrl).pathname.slice(1)}`)
  }

  /** A program under test, not started yet; it does not outlive the bench. */
  newProgram(side: 'hub' | 'edge', env: Record<string, string>): Program {
    this.#refuseWhenEnding()
    const program = new Program(side, { ...this.profiling, ...env })
    this.#programs.push(program)
    return program
  }

  /** For the environment of a program under test. */
  get profiling(): Record<string, string> {
    const { profileDir } = this.options
    return profileDir === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profileDir}` }
  }

  /** Also in the middle of a measurement, which then fails. */
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
