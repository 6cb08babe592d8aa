import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { DownloadHeader } from '#shared/sync/download.ts'
import type { UploadResult } from '#shared/sync/upload.ts'

/** Objects whose values are read on each scrape. */
export interface MetricSources {
  pools: Record<string, { totalCount: number; idleCount: number; waitingCount: number }>
  feedSignal: { waitingCount: number; isListening: boolean }
}

const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Metrics of one hub. Several hubs in a process have separate registries. */
export class Metrics {
  readonly registry = new Registry()
  readonly #requestSeconds = new Histogram({
    name: 'counterfoil_http_request_seconds',
    help: 'Time to the head of the response, long polls included',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [this.registry],
  })
  readonly #uploads = this.#counter('counterfoil_uploads_total', 'Items that tills have sent', ['result'])
  readonly #postings = this.#counter('counterfoil_postings_total', 'Uploads judged, at once or later', [
    'status',
  ])
  readonly #downloadLines = this.#counter('counterfoil_download_lines_total', 'Data lines sent', ['kind'])
  readonly #downloadSeconds = new Histogram({
    name: 'counterfoil_download_seconds',
    help: 'Time to the last byte of a completed download, without the wait for a change',
    labelNames: ['kind'],
    buckets: [...SECONDS, 60, 300],
    registers: [this.registry],
  })

  constructor({ pools, feedSignal }: MetricSources) {
    this.#gauge('counterfoil_long_polls', 'Requests waiting for a change', [], (gauge) =>
      gauge.set(feedSignal.waitingCount),
    )
    this.#gauge('counterfoil_feed_listening', '1 while changes wake long polls, else 0', [], (gauge) =>
      gauge.set(Number(feedSignal.isListening)),
    )
    this.#gauge(
      'counterfoil_database_connections',
      'Connections of the pools',
      ['pool', 'state'],
      (gauge) => {
        for (const [pool, { totalCount, idleCount }] of Object.entries(pools)) {
          gauge.set({ pool, state: 'in_use' }, totalCount - idleCount)
          gauge.set({ pool, state: 'idle' }, idleCount)
        }
      },
    )
    this.#gauge('counterfoil_database_waiting', 'Tasks waiting for a connection', ['pool'], (gauge) => {
      for (const [pool, { waitingCount }] of Object.entries(pools)) gauge.set({ pool }, waitingCount)
    })
  }

  /** Adds Node's process metrics. Their observers are never removed, so call it once per process. */
  observeProcess(): void {
    collectDefaultMetrics({ register: this.registry })
  }

  requested(method: string, routePattern: string, status: number, seconds: number): void {
    const statusClass = `${Math.floor(status / 100)}xx`
    this.#requestSeconds.observe({ method, route: routePattern, status: statusClass }, seconds)
  }

  uploaded(result: UploadResult['result']): void {
    this.#uploads.inc({ result })
  }

  /** Counts a judged upload by its result. */
  posted(status: 'posted' | 'held' | 'quarantined'): void {
    this.#postings.inc({ status })
  }

  downloaded(kind: DownloadHeader['kind'] | 'file', lines: number, seconds: number): void {
    this.#downloadLines.inc({ kind }, lines)
    this.#downloadSeconds.observe({ kind }, seconds)
  }

  #counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] })
  }

  #gauge<Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    collect: (gauge: Gauge<Label>) => void,
  ): void {
    const gauge: Gauge<Label> = new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      collect: () => collect(gauge),
    })
  }
}
