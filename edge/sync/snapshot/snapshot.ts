import { REPLICA_FORMAT } from '#shared/replica/schema.ts'
import { SnapshotFile } from '#shared/replica/snapshot-file.ts'
import { must } from '#shared/std/must.ts'
import { sleep } from '#shared/std/retry.ts'
import type { DownloadHeader } from '#shared/sync/download.ts'
import { syncPath } from '../../files/durable.ts'
import type { ReplicaPaths } from '../../replica/paths.ts'
import { ReplicaWriter } from '../../replica/replica-writer.ts'
import { isDamage, isSqliteError } from '../../sqlite/errors.ts'
import { readDownload } from '../download/download-exchange.ts'
import type { DownloadReport, DownloadThreadData } from '../download/download-messages.ts'
import { exchange, noteHeader, requestLines } from '../download/replica-exchange.ts'
import type { HubClient } from '../hub-link/hub-client.ts'
import { HubFailure, isRefusal } from '../hub-link/hub-failure.ts'
import { fetchSnapshot } from './fetch-snapshot.ts'
import { PartialSnapshot } from './partial-snapshot.ts'
import { unpackSnapshot } from './unpack-snapshot.ts'
import { YieldToSales } from './yield-to-sales.ts'

export interface SnapshotOptions extends Pick<DownloadThreadData, 'deviceId' | 'timing' | 'pulse'> {
  client: HubClient
  paths: ReplicaPaths
  report: (report: DownloadReport) => void
}

const PROGRESS_EVERY_LINES = 500
const PROGRESS_EVERY_MS = 250
/** Number of attempts after which lines are requested instead of a file that the hub never finishes. */
const PATIENCE_WITH_FILE = 20

/**
 * Loads a whole replica into a file beside the current one: either the hub's finished file plus the later
 * changes, or line by line. The received part of the file is kept until the swap.
 */
export class Snapshot {
  readonly #options: SnapshotOptions
  readonly #partial: PartialSnapshot
  /** True when the last file was unusable or refused, or needed too many attempts. The next load then uses lines. */
  #avoidsFile = false
  #attempts = 0

  constructor(options: SnapshotOptions) {
    this.#options = options
    this.#partial = new PartialSnapshot(options.paths.partial)
  }

  /** Loads, completes and closes the file. Returns the number of lines. Throws HubFailure and disk errors. */
  async load(signal: AbortSignal): Promise<number> {
    const beganWithFile = !this.#avoidsFile
    try {
      if (beganWithFile && (await this.#fetchWhenReady(signal))) return await this.#complete(signal)
      const lines = await this.#loadLines(signal)
      this.#avoidsFile = false
      return lines
    } catch (error) {
      if (!isRefusal(error) && !isOfTheFile(error)) throw error
      // Switch the method for the next attempt: lines instead of the file, or the file instead of lines.
      this.#avoidsFile = beganWithFile
      this.discard()
      if (isRefusal(error)) throw error
      throw new HubFailure('protocol', `The snapshot file of the hub is unusable: ${error.message}`)
    }
  }

  /** Discards the received part after the file was swapped in. */
  discard(): void {
    this.#partial.discard()
    this.#attempts = 0
  }

  /**
   * Downloads the file. A hub that is still preparing it and states a retry time does not count as a failure,
   * which would lengthen the delays.
   */
  async #fetchWhenReady(signal: AbortSignal): Promise<boolean> {
    for (;;) {
      try {
        return await this.#fetch(signal)
      } catch (error) {
        if (!isAtWork(error) || this.#avoidsFile) throw error
        await sleep(error.retryAfterMs * (1 + Math.random() / 2), signal)
        signal.throwIfAborted()
      }
    }
  }

  async #fetch(signal: AbortSignal): Promise<boolean> {
    const { client, timing, report } = this.#options
    this.#attempts++
    this.#avoidsFile = this.#attempts >= PATIENCE_WITH_FILE
    report({ type: 'busy', withinMs: timing.downloadTimeoutMs + timing.idleTimeoutMs })
    let reportedAtMs = 0
    let reportedBytes = this.#partial.bytes
    const onProgress = (bytes: number, total: number): void => {
      if (performance.now() - reportedAtMs < PROGRESS_EVERY_MS) return
      report({ type: 'received', bytes: bytes - reportedBytes, lines: 0 })
      report({ type: 'progress', received: kilobytes(bytes), total: kilobytes(total), unit: 'kilobytes' })
      reportedAtMs = performance.now()
      reportedBytes = bytes
      // A long download that makes progress is not a reason to switch the method.
      this.#attempts = 0
    }
    return fetchSnapshot({
      client,
      partial: this.#partial,
      format: REPLICA_FORMAT,
      timing,
      signal,
      onProgress,
    })
  }

  /**
   * Decompresses the file and applies the later changes. They include the settings, because each retail point
   * has its own.
   */
  async #complete(signal: AbortSignal): Promise<number> {
    const { paths, report, timing, deviceId, client, pulse } = this.#options
    report({ type: 'busy', withinMs: timing.idleTimeoutMs })
    await unpackSnapshot(this.#partial, paths.next, {
      signal,
      yieldToSales: new YieldToSales(pulse),
      onProgress: () => report({ type: 'received', bytes: 0, lines: 0 }),
    })
    const writer = new ReplicaWriter(paths.next)
    try {
      let lines = 0
      for (let more = true; more; ) {
        const cursor = writer.isOfOurFormat ? writer.cursor() : null
        if (cursor === null) throw new UselessFile('it has another format')
        const outcome = await exchange(
          { client, timing, report, cursor, deviceId, waitSeconds: 0, check: null },
          writer,
          signal,
        )
        if (outcome.header.kind === 'reset') throw new UselessFile('the hub does not know its cursor')
        lines += outcome.lines
        more = outcome.more
      }
      return lines
    } finally {
      writer.close()
    }
  }

  async #loadLines(signal: AbortSignal): Promise<number> {
    const { client, timing, report, paths, deviceId } = this.#options
    const request = { client, timing, report, cursor: null, waitSeconds: 0, check: null }
    const lines = await requestLines(request, signal)
    const file = new SnapshotFile(paths.next)
    try {
      let total = 0
      let received = 0
      const { cursor } = await readDownload(
        lines,
        (header) => {
          requireSnapshot(header)
          noteHeader(header, report)
          total = header.total
        },
        (line) => {
          file.apply(line)
          received++
          if (received % PROGRESS_EVERY_LINES === 0)
            report({ type: 'progress', received, total, unit: 'records' })
        },
      )
      report({ type: 'busy', withinMs: timing.idleTimeoutMs + received })
      file.complete({ deviceId, cursor: must(cursor), freshAt: new Date().toISOString() })
      syncPath(paths.next)
      return received
    } catch (error) {
      file.abandon()
      throw error
    }
  }
}

const kilobytes = (bytes: number): number => Math.round(bytes / 1024)

/**
 * Longest retry time in ms of a hub that is preparing a file. A longer one means that the hub is overloaded
 * or failing.
 */
const SOON_MS = 2_000

const isAtWork = (error: unknown): error is HubFailure & { retryAfterMs: number } =>
  error instanceof HubFailure &&
  error.status === 503 &&
  error.retryAfterMs !== null &&
  error.retryAfterMs > 0 &&
  error.retryAfterMs <= SOON_MS

class UselessFile extends Error {}

/** True when the hub's file arrived unchanged but is not a valid replica. */
const isOfTheFile = (error: unknown): error is Error =>
  error instanceof UselessFile || isDamage(error) || isSqliteError(error, 'SQLITE_ERROR')

function requireSnapshot({ kind }: DownloadHeader): void {
  if (kind !== 'snapshot')
    throw new HubFailure('protocol', `The hub answered with a ${kind} instead of a snapshot`)
}
