import { mkdirSync, rmSync } from 'node:fs'
import type pg from 'pg'
import type { Logger } from 'pino'
import { pino } from 'pino'
import { Random } from '#test/support/random.ts'
import type { Size } from '../jobs.ts'
import { Coverage } from '../oracle/coverage.ts'
import type { Finding } from '../oracle/judge.ts'
import { begin, rest } from '../process/activity.ts'
import { awaitNotifications, takeHasMovedFeed } from '../process/postgres.ts'
import { currentProcess, type SimProcess } from '../process/process.ts'
import { advance } from '../process/time.ts'
import { Actions } from '../schedule/actions.ts'
import { Trace } from '../trace.ts'
import { AgentMachine, removeDead } from './agent-machine.ts'
import type { SimDatabase } from './database.ts'
import type { FiscalProvider } from './fiscal-provider.ts'
import { HeadOffice } from './head-office.ts'
import { HubServer } from './hub-server.ts'
import { Ledger } from './ledger.ts'
import { isHubUrl } from './link.ts'
import type { Shop } from './shop.ts'
import { Till } from './till.ts'
import { KnownVouchers } from './vouchers.ts'

/** Disabled parts of a schedule, to test that a run detects this. */
export interface Breaks {
  /** Kind of action without effect. */
  broken?: string | undefined
  /** Check of the oracle that is given nothing to compare. */
  blind?: string | undefined
}

/**
 * The world of one schedule: hubs on one database, agents with their tills, the connections between them, and
 * head office.
 */
export class World {
  readonly folder: string
  readonly database: SimDatabase
  readonly shop: Shop
  readonly size: Size
  readonly random: Random
  readonly trace = new Trace()
  readonly ledger = new Ledger()
  readonly vouchers = new KnownVouchers(this)
  readonly actions: Actions
  readonly coverage: Coverage
  readonly hubs: HubServer[] = []
  readonly machines: AgentMachine[] = []
  readonly tills: Till[] = []
  readonly deadFolders: { process: SimProcess; folder: string }[] = []
  readonly office: HeadOffice
  /** Fiscal provider, or null when this schedule has no fiscal receipts. */
  fiscal: FiscalProvider | null = null
  /** Factors for the frequency of steps, by name. */
  readonly emphasis: Record<string, number> = {}
  /** An open transaction and the products that it has changed. */
  long: { client: pg.Client; ids: string[]; since: number; changed: number; isCut: boolean } | null = null
  readonly held = new Set<string>()
  /** Products created by head office, or changed so that tills can temporarily have different data. */
  readonly touched = new Set<string>()
  hasBackup = false
  wasRestored = false
  isArchived = false
  readonly revoked = new Set<AgentMachine>()
  readonly lastErrors = new Map<string, string>()
  /** Violated invariants. The oracle adds its findings at the end. */
  readonly findings: Finding[] = []
  readonly #seed: string
  #notices = 0
  #hasCommitted = false
  #lastSeq = ''

  constructor(
    seed: string,
    folder: string,
    database: SimDatabase,
    shop: Shop,
    size: Size,
    { broken, blind }: Breaks = {},
  ) {
    this.#seed = seed
    this.coverage = new Coverage(blind)
    this.actions = new Actions(broken, (what) => this.unexpected(`step ${this.trace.stepNumber}: ${what}`))
    this.folder = folder
    this.database = database
    this.shop = shop
    this.size = size
    this.random = this.randomFor('schedule')
    this.office = new HeadOffice(this, this.randomFor('office'))
    mkdirSync(folder, { recursive: true })
    globalThis.fetch = (url, init) => this.#fetch(String(url), init ?? {})
  }

  /** Returns a separate random source for each part, so that parts do not affect each other. */
  randomFor(part: string): Random {
    return new Random(`${this.#seed} ${part}`)
  }

  addHub(): HubServer {
    const hub = new HubServer(this, `hub-${this.hubs.length + 1}`)
    this.hubs.push(hub)
    return hub
  }

  addMachine(tills: number, folder?: string): AgentMachine {
    const name = `agent-${this.machines.length + 1}`
    const machine = new AgentMachine(this, name, this.randomFor(name), folder)
    this.machines.push(machine)
    for (let number = 1; number <= tills; number++) this.tills.push(new Till(this, machine, number))
    return machine
  }

  /** Returns the codes of the problems that a machine may still report at the end of a schedule. */
  expectedTroubles(machine: AgentMachine): Set<string> {
    // Uploads that wait for a user at head office are reported for days.
    const codes = new Set(['held_at_hub'])
    if (this.revoked.has(machine)) codes.add('hub_refused_device')
    // A revoked machine receives no catalog any more, so damage to its disk persists.
    if (this.revoked.has(machine) && machine.isDamaged) codes.add('replica_damaged')
    if (this.ledger.copied.has(machine) || this.ledger.harmed.has(machine)) codes.add('journal_restored')
    return codes
  }

  tillsOf(machine: AgentMachine): Till[] {
    return this.tills.filter((till) => till.machine === machine)
  }

  find(finding: Finding): void {
    this.findings.push(finding)
    this.trace.say(`?? ${finding.what}`)
  }

  unexpected(what: string): void {
    this.find({ kind: 'unexpected', by: 'the schedule', what })
  }

  /** Returns a logger that keeps the last error of a process, to explain unexpected failures. */
  logOf(name: string): Logger {
    const write = (line: string): void => {
      const { msg, err } = JSON.parse(line) as { msg: string; err?: { stack: string } }
      this.lastErrors.set(name, `${msg}: ${err?.stack ?? ''}`)
    }
    return pino({ level: 'error' }, { write })
  }

  noteHubDeath(hub: HubServer): void {
    this.trace.fault('hub killed', hub.name)
  }

  /** Executes a change that bypasses the hub, on behalf of the organization, and adds it to the feed. */
  async sql(text: string): Promise<void> {
    await this.database.read(
      `BEGIN; SET LOCAL app.organization_id = '${this.shop.organizationId}'; ${text}; SELECT feed_bump(); COMMIT`,
    )
    this.noteCommit()
  }

  /** Copies the hub's database in its current state, whatever is running in it. */
  async takeBackup(): Promise<void> {
    await this.database.backUp()
    this.hasBackup = true
  }

  /** Restores the hub's backup, if there is one, and restarts the hubs. Later data is lost. */
  async restoreBackup(): Promise<void> {
    if (!this.hasBackup) return
    await this.#dropLong()
    for (const hub of this.hubs) hub.crash()
    await this.settle()
    await this.database.restore()
    this.wasRestored = await this.database.isAsBackedUp()
    const [organization] = await this.database.read<{ is_archived: boolean }>(
      'SELECT is_archived FROM organizations',
    )
    this.isArchived = organization?.is_archived ?? false
    for (const hub of this.hubs) await hub.start()
  }

  async #dropLong(): Promise<void> {
    const { long } = this
    this.long = null
    this.held.clear()
    await long?.client.end().catch(() => {})
  }

  /** Records that the simulator itself has committed a transaction. */
  noteCommit(): void {
    this.#hasCommitted = true
  }

  /** Waits until everything is waiting for time or for a message. */
  async settle(): Promise<void> {
    for (;;) {
      await rest()
      const hasMoved = takeHasMovedFeed() || this.#hasCommitted
      this.#hasCommitted = false
      if (!hasMoved) break
      if (!(await this.#awaitNotifications())) break
    }
    removeDead(this)
  }

  async pass(ms: number): Promise<void> {
    await advance(ms, () => this.settle())
  }

  /**
   * Waits for a result that can require virtual time, and rethrows its error. Returns null when there is no
   * result after `patienceMs` of virtual time.
   */
  async await<T>(work: Promise<T>, patienceMs = 60_000): Promise<T | null> {
    let answer: { value: T } | { error: unknown } | undefined
    work.then(
      (value) => {
        answer = { value }
      },
      (error: unknown) => {
        answer = { error }
      },
    )
    await this.settle()
    for (let waited = 0; !answer && waited < patienceMs; waited += 250) await this.pass(250)
    if (!answer) return null
    if ('error' in answer) throw answer.error
    return answer.value
  }

  async close(): Promise<void> {
    for (const machine of this.machines) machine.process?.die()
    for (const hub of this.hubs) hub.crash()
    await rest()
    await this.fiscal?.[Symbol.asyncDispose]()
    removeDead(this)
    await this.#dropLong()
    rmSync(this.folder, { recursive: true, force: true })
  }

  async #awaitNotifications(): Promise<boolean> {
    const end = begin('feed')
    try {
      const rows = await this.database.read<{ seq: string }>(
        'SELECT sum(seq)::text AS seq FROM feed_counters',
      )
      const seq = rows[0]?.seq ?? ''
      if (seq === this.#lastSeq) return false
      this.#lastSeq = seq
      const payload = String(++this.#notices)
      await awaitNotifications((statement) => this.database.read(statement), payload)
      return true
    } catch {
      return false
    } finally {
      end()
    }
  }

  #fetch(url: string, init: RequestInit): Promise<Response> {
    const process = currentProcess()
    const machine = this.machines.find((each) => each.process === process)
    if (process?.isDead) return new Promise(() => {})
    if (!process || !machine || !isHubUrl(url))
      return Promise.reject(new TypeError(`unplanned request: ${url}`))
    return machine.link.fetch(process, url, init)
  }
}
