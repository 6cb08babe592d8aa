import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Counters } from '../../sync/counters.ts'
import { type FullReport, type ReportParts, reportOf } from '../status/report.ts'

/** Values collected for one scrape. */
interface Reading {
  report: FullReport
  lastContactAt: Date | null
  receipts: number
  /** Longest delay in ms since the last scrape. */
  eventLoopDelayMs: number
  counters: Counters | null
  now: Date
}

/**
 * Histogram buckets in seconds. A commit is one disk flush, on anything from a fast disk to a till's slow
 * memory card.
 */
const COMMIT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

/** Metrics of one agent. Each agent in a process has its own registry. */
export class AgentMetrics {
  readonly #agent: ReportParts
  readonly #registry = new Registry()
  readonly #eventLoop = monitorEventLoopDelay({ resolution: 20 })
  readonly #commits = new Histogram({
    name: 'counterfoil_agent_commit_seconds',
    help: 'Time to durably record sales and other entries',
    buckets: COMMIT_SECONDS,
    registers: [this.#registry],
  })
  readonly #gauges = GAUGES.map(([name, help]) => {
    return new Gauge({ name: `counterfoil_agent_${name}`, help, registers: [this.#registry] })
  })
  readonly #counters = COUNTERS.map(([name, help, labelNames]) => {
    return new Counter({ name: `counterfoil_agent_${name}`, help, labelNames, registers: [this.#registry] })
  })

  constructor(agent: ReportParts) {
    this.#agent = agent
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  committed(tookMs: number): void {
    this.#commits.observe(tookMs / 1000)
  }

  /** Returns the metrics in the Prometheus text format. */
  async text(): Promise<string> {
    const reading = await this.#read()
    for (const [index, [, , value]] of GAUGES.entries())
      this.#gauges[index]?.set(value(reading) ?? Number.NaN)
    if (reading.counters) {
      for (const [index, [, , , values]] of COUNTERS.entries()) {
        const counter = this.#counters[index]
        counter?.reset()
        for (const [labels, value] of values(reading.counters)) counter?.inc(labels, value)
      }
    }
    return this.#registry.metrics()
  }

  close(): void {
    this.#eventLoop.disable()
  }

  async #read(): Promise<Reading> {
    const { sync, journal, clock } = this.#agent
    // Monitoring starts with the first scrape, so it costs nothing without scrapes.
    this.#eventLoop.enable()
    const eventLoopDelayMs = this.#eventLoop.count > 0 ? this.#eventLoop.max / 1e6 : 0
    this.#eventLoop.reset()
    return {
      report: await reportOf(this.#agent),
      lastContactAt: sync?.link.lastContactAt ?? null,
      receipts: journal.read.receipts.count(),
      eventLoopDelayMs,
      counters: sync?.counters ?? null,
      now: clock.now(),
    }
  }
}

function ageSeconds(at: string | Date | null, now: Date): number | null {
  return at === null ? null : Math.max(0, (now.getTime() - new Date(at).getTime()) / 1000)
}

const seconds = (ms: number | null): number | null => (ms === null ? null : ms / 1000)

/** Name, help text and value of each gauge. Null (unknown) is exported as NaN. */
const GAUGES: [string, string, (reading: Reading) => number | null][] = [
  ['waiting', 'Items in the outbox', ({ report }) => report.waiting],
  [
    'oldest_waiting_age_seconds',
    'Age of the oldest item in the outbox, 0 when it is empty',
    ({ report, now }) => ageSeconds(report.oldestWaitingAt, now) ?? 0,
  ],
  [
    'last_contact_age_seconds',
    'Time since the hub last answered',
    ({ lastContactAt, now }) => ageSeconds(lastContactAt, now),
  ],
  ['clock_offset_seconds', 'Hub time minus local time', ({ report }) => seconds(report.clockOffsetMs)],
  [
    'replica_age_seconds',
    'Time since the replica was known to equal the hub',
    ({ report, now }) => ageSeconds(report.replicaFreshAt, now),
  ],
  ['products', 'Products in the replica', ({ report }) => report.productCount],
  ['disk_free_bytes', 'Free on the disk of the data folder', ({ report }) => report.diskFreeBytes],
  ['journal_bytes', 'Size of journal.db', ({ report }) => report.journalBytes],
  ['replica_bytes', 'Size of replica.db', ({ report }) => report.replicaBytes],
  [
    'last_backup_age_seconds',
    'Time since the journal was last backed up',
    ({ report, now }) => ageSeconds(report.lastBackupAt, now),
  ],
  ['receipts', 'Receipts in the journal', ({ receipts }) => receipts],
  ['unprinted', 'Receipts whose printing was never confirmed', ({ report }) => report.unprinted],
  ['troubles', 'Problems that need attention', ({ report }) => report.troubles.length],
  [
    'event_loop_delay_seconds',
    'Longest delay since the last scrape',
    ({ eventLoopDelayMs }) => seconds(eventLoopDelayMs),
  ],
]

type Samples = Iterable<[labels: Record<string, string>, value: number]>

/** Name, help text, labels and samples of each counter. Counters start at zero when the agent starts. */
const COUNTERS: [string, string, string[], (counters: Counters) => Samples][] = [
  [
    'uploads_total',
    'Items that the hub has taken, by result',
    ['result'],
    ({ uploads }) => uploads.entries().map(([result, count]) => [{ result }, count]),
  ],
  ['download_bytes_total', 'Bytes of downloads, unpacked', [], ({ downloadBytes }) => [[{}, downloadBytes]]],
  ['download_lines_total', 'Lines of downloads', [], ({ downloadLines }) => [[{}, downloadLines]]],
  [
    'replica_damages_total',
    'Number of times that the replica differed from the hub',
    [],
    ({ replicaDamages }) => [[{}, replicaDamages]],
  ],
  [
    'sync_stuck_total',
    'Number of times that a direction was stuck and restarted',
    ['side'],
    ({ stuck }) => Object.entries(stuck).map(([side, count]) => [{ side }, count]),
  ],
  [
    'refusals_total',
    'Number of requests that the hub refused although it should have understood them',
    ['errand'],
    ({ refusals }) => Object.entries(refusals).map(([errand, count]) => [{ errand }, count]),
  ],
]
