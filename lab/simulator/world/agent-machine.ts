import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type BackupOrder, makeBackup } from '#edge/journal/backup/backup.ts'
import { type OpenAgent, openAgent } from '#edge/start-agent.ts'
import type { DownloadReport } from '#edge/sync/download/download-messages.ts'
import type { DownloadSide, DownloadThreadOptions } from '#edge/sync/download/download-thread.ts'
import { type RunningDownload, runDownload } from '#edge/sync/download/run-download.ts'
import type { Random } from '#test/support/random.ts'
import { forget } from '../process/activity.ts'
import { closeFiles } from '../process/files.ts'
import { Crash, type Point, SimProcess } from '../process/process.ts'
import { closeConnections, sqliteError, synchronousOf } from '../process/sqlite.ts'
import { now } from '../process/time.ts'
import type { Action } from '../schedule/actions.ts'
import { copyFolder, cutPower } from './disk.ts'
import { HUB_ORIGIN } from './hub-server.ts'
import { Link } from './link.ts'
import type { World } from './world.ts'

/** A fault planned for one of the next points of a run. */
export interface Plan {
  kind: 'crash' | 'power' | 'disk'
  /** Number of remaining points until the fault. With `commitsOnly`, only commits count. */
  left: number
  commitsOnly: boolean
  when: 'before' | 'after'
  /** Number of writes that the disk refuses. */
  refusals: number
  /** Action that caused the fault. */
  action?: Action
}

/** A computer at a retail point with its folder, clock and connection. The agent is started on it repeatedly. */
export class AgentMachine {
  readonly name: string
  readonly link: Link
  readonly random: Random
  /** Identity shared by machines that act as the same device. */
  identity: string
  skewMs = 0
  wasSkewed = false
  /** Largest single clock jump in ms. */
  widestJumpMs = 0
  /** True when bytes of the replica have been changed. */
  isDamaged = false
  /**
   * True when files of the replica were changed or deleted, so that there may be no catalog until the next
   * download.
   */
  isReplicaHarmed = false
  retailPoint = 0
  /** Interval of digests in ms, short enough to detect a flipped bit before the schedule ends. */
  digestEveryMs = 60_000
  /** Time at which the catalog last matched the hub's. */
  wasEqualAt = 0
  folder: string
  readonly #world: World
  #process: SimProcess | null = null
  #agent: OpenAgent | null = null
  #startedAt = 0
  #runs = 0
  #folders = 0
  #plan: Plan | null = null
  #clockAction: Action | undefined
  /** Message with which the agent refused to start. */
  refusal: string | null = null
  /** Saved copy of the folder for a later reset. */
  saved: string | null = null

  constructor(world: World, name: string, random: Random, folder?: string) {
    this.#world = world
    this.name = name
    this.identity = name
    this.random = random
    this.link = new Link(world, name, random)
    this.folder = folder ?? join(world.folder, `${name}.0`)
  }

  get isUp(): boolean {
    return this.#agent !== null
  }

  get process(): SimProcess | null {
    return this.#process
  }

  /**
   * Starts the agent on its folder. It can die while starting. Throws the agent's message when it refuses to
   * start.
   */
  async start(pairingCode?: string): Promise<void> {
    const process = new SimProcess(`${this.name}.${++this.#runs}`)
    process.onPoint = (point) => this.#meet(process, point)
    process.onDeath(() => this.#noteDeath(process))
    this.#process = process
    this.refusal = null
    this.#startedAt = now()
    const config = {
      folder: this.folder,
      host: '127.0.0.1',
      port: 0,
      backupDir: undefined,
      hubUrl: HUB_ORIGIN,
      allowedHosts: [],
      pairingCode,
      logLevel: 'silent' as const,
      tillPageDir: join(this.folder, 'no-page'),
    }
    const overrides = {
      log: this.#world.logOf(this.name),
      clock: {
        now: () => this.#readClock(),
        monotonicMs: () => now() - this.#startedAt,
      },
      timing: { digestEveryMs: this.digestEveryMs },
      startDownload: (options: DownloadThreadOptions) =>
        downloadHere({ ...options, onReport: (report) => this.#hear(report, options.onReport) }),
      runBackup: async (order: BackupOrder) => makeBackup(order),
    }
    const death = new Promise<null>((resolve) => process.onDeath(() => resolve(null)))
    try {
      const agent = await Promise.race([death, process.run(() => openAgent(config, overrides))])
      if (agent === null || process.isDead) return
      this.#agent = agent
      process.run(() => agent.start())
    } catch (error) {
      if (process.isDead || error instanceof Crash) return
      process.die()
      this.refusal = (error as Error).message
      throw error
    }
    await this.#world.settle()
  }

  /** Sets the clock. The action takes effect when the agent next reads the clock. */
  setClock(skewMs: number, action?: Action): void {
    this.#clockAction?.prevented('something came before')
    this.#clockAction = action
    this.widestJumpMs = Math.max(this.widestJumpMs, Math.abs(skewMs - this.skewMs))
    this.skewMs = skewMs
    if (skewMs !== 0) this.wasSkewed = true
  }

  /** Time shown by the clock in ms. Reading it here does not count as an effect of a clock jump. */
  get shownTime(): number {
    return now() + this.skewMs
  }

  #readClock(): Date {
    this.#clockAction?.tookEffect()
    return new Date(this.shownTime)
  }

  plan(plan: Plan): void {
    this.endPlan()
    this.#plan = plan
  }

  endPlan(): void {
    this.#plan?.action?.prevented('something came before')
    this.#plan = null
  }

  /** Number of writes refused by the disk. */
  diskRefusals = 0

  /** Ends the process at once. With `power`, everything not yet on disk is lost. */
  crash(kind: 'crash' | 'power'): void {
    const process = this.#process
    if (!process || process.isDead) return
    this.plan({ kind, left: 0, commitsOnly: false, when: 'before', refusals: 0 })
    process.die()
  }

  /** Shuts the agent down cleanly. */
  async stop(): Promise<void> {
    const [agent, process] = [this.#agent, this.#process]
    if (!agent || !process) return
    this.endPlan()
    await process.run(() => agent.stop())
    process.die()
  }

  /** Sends a request to the local API. Returns null when the agent died before answering. */
  async request(path: string, init: RequestInit): Promise<Response | null> {
    const [agent, process] = [this.#agent, this.#process]
    if (!agent || !process) return null
    const death = new Promise<null>((resolve) => process.onDeath(() => resolve(null)))
    const url = `http://127.0.0.1:8090${path}`
    const headers = new Headers(init.headers)
    headers.set('Host', '127.0.0.1:8090')
    const answer = process.run(async () => agent.app.fetch(new Request(url, { ...init, headers })))
    return Promise.race([death, answer])
  }

  /** Copies the folder in its current state, even while the agent is running. */
  copy(name: string): string {
    const to = join(this.#world.folder, name)
    rmSync(to, { recursive: true, force: true })
    copyFolder(this.folder, to)
    return to
  }

  /** Replaces the files with a copy, effective at the next start. */
  putFiles(copy: string): void {
    const next = this.#nextFolder()
    copyFolder(copy, next)
    rmSync(this.folder, { recursive: true, force: true })
    this.folder = next
  }

  #nextFolder(): string {
    return join(this.#world.folder, `${this.name}.${++this.#folders}`)
  }

  #meet(process: SimProcess, point: Point): void {
    const plan = this.#plan
    if (!plan || process !== this.#process) return
    if (plan.kind === 'disk') {
      this.#refuse(plan, point)
      return
    }
    if (point.kind === 'sql' && point.when !== plan.when) return
    if (plan.commitsOnly && (point.kind !== 'sql' || !/^\s*COMMIT/i.test(point.text))) return
    if (--plan.left > 0) return
    const where =
      point.kind === 'sql' ? `${point.when} ${point.text.trim().split('\n')[0]?.slice(0, 60)}` : point.action
    this.#world.trace.fault(plan.kind === 'power' ? 'power cut' : 'agent killed', `${this.name} ${where}`)
    plan.action?.tookEffect()
    process.crash()
  }

  #refuse(plan: Plan, point: Point): void {
    if (point.kind !== 'sql' || !point.isWrite || point.when !== 'before') return
    if (--plan.left > 0) return
    if (plan.refusals-- <= 0) {
      this.#plan = null
      return
    }
    plan.action?.tookEffect()
    this.diskRefusals++
    this.#world.trace.fault('disk refuses', `${this.name} ${point.text.trim().split('\n')[0]?.slice(0, 60)}`)
    throw plan.when === 'before'
      ? sqliteError('SQLITE_FULL', 'database or disk is full')
      : sqliteError('SQLITE_IOERR_WRITE', 'disk I/O error')
  }

  /**
   * Handles a download report. The agent's own comparison with the hub serves as an oracle too: only a
   * damaged file may differ.
   */
  #hear(report: DownloadReport, tell: (report: DownloadReport) => void): void {
    tell(report)
    if (report.type !== 'compared') return
    for (const { differing } of this.#world.coverage.of('comparisons by agents', [report])) {
      if (differing === 0) this.wasEqualAt = now()
      if (differing === 0 || this.isDamaged) continue
      const what = `${differing} buckets of the replica of ${this.name} had drifted`
      this.#world.find({ kind: 'missed', by: 'comparisons by agents', what })
    }
  }

  /** Copies the current files at the death of the process for the next run. */
  #noteDeath(process: SimProcess): void {
    if (process !== this.#process) return
    const hadPlan = this.#plan
    const next = this.#nextFolder()
    if (existsSync(this.folder)) {
      copyFolder(this.folder, next)
      if (hadPlan?.kind === 'power') cutPower(this.folder, next, synchronousOf(process), this.random)
    }
    this.#world.deadFolders.push({ process, folder: this.folder })
    this.folder = next
    this.#process = null
    this.#agent = null
    this.endPlan()
    forget(process)
  }
}

const RESTART_AFTER_MS = 5_000

/** Runs the download in this thread with the same messages. Like the real one, it restarts after a crash. */
function downloadHere(options: DownloadThreadOptions): DownloadSide {
  const { onReport, onCrash, ...data } = options
  let isStopping = false
  const start = (): RunningDownload => {
    const started = runDownload(data, (report) => queueMicrotask(() => onReport(structuredClone(report))))
    started.ended.catch((error: unknown) => {
      if (error instanceof Crash) return
      onCrash(error)
      setTimeout(() => {
        if (!isStopping) running = start()
      }, RESTART_AFTER_MS)
    })
    return started
  }
  let running = start()
  return {
    tell: (order) => queueMicrotask(() => running.obey(structuredClone(order))),
    stop: async () => {
      isStopping = true
      running.obey({ type: 'stop' })
      await running.ended.catch(() => {})
    },
  }
}

/** Closes and removes what dead processes have left. Do not call it while their code is on the stack. */
export function removeDead(world: World): void {
  for (const { process, folder } of world.deadFolders.splice(0)) {
    closeConnections(process)
    closeFiles(process)
    rmSync(folder, { recursive: true, force: true })
  }
}
