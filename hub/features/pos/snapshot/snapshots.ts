import { openSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database, Tx } from '#hub/db/transact.ts'
import { Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { sleep } from '#shared/std/retry.ts'
import type { Snapshot } from './build-snapshot.ts'
import { BuildThread } from './build-thread.ts'
import { judgeSnapshot } from './judge-snapshot.ts'
import { SnapshotFolder } from './snapshot-folder.ts'

/** Maximum time that a request waits for a file being built. */
const PATIENCE_MS = 10_000
const RETRY_AFTER_SECONDS = 1
/** Back-off after a failed build. Meanwhile tills get the NDJSON snapshot. */
const FAILURE_PAUSE_MS = 60_000
const HOUSEKEEPING_MS = 60 * 60_000
/**
 * Limits for files. A file is removed when unused for too long, and the least recently used ones when the
 * total size is too large.
 */
const UNUSED_MS = 24 * 60 * 60_000
const MOST_BYTES = 4 * 1024 ** 3

export interface SnapshotsOptions {
  dataDir: string
  databaseUrl: string
  db: Database
  cursorKey: Uint8Array
  log: Logger
}

/** A file opened for reading. It stays readable even if it is replaced. The caller must close it. */
export interface OpenSnapshot {
  snapshot: Snapshot
  fd: number
}

interface Entry {
  organizationId: string
  priceTypeId: string
  current: Snapshot | null
  building: Promise<void> | null
  failedAt: number
  usedAt: number
}

/**
 * Replica files of this process, one for each price type that tills request or are expected to request
 * (shared/sync/snapshot.ts). They are built in a thread, one at a time. An old file is served while the next
 * one is being built.
 */
export class Snapshots {
  readonly #options: SnapshotsOptions
  readonly #folder: SnapshotFolder
  readonly #thread = new BuildThread()
  readonly #entries = new Map<string, Entry>()
  readonly #housekeeping: NodeJS.Timeout

  private constructor(options: SnapshotsOptions, folder: SnapshotFolder) {
    this.#options = options
    this.#folder = folder
    this.#housekeeping = setInterval(() => void this.#keepHouse(), HOUSEKEEPING_MS).unref()
  }

  static async open(options: SnapshotsOptions): Promise<Snapshots> {
    return new Snapshots(options, await SnapshotFolder.open(options.dataDir))
  }

  /**
   * Opens a file. Throws Problem `not_ready` while the first file is being built, and `not_found` when none
   * can be built.
   */
  async openFile(organizationId: string, priceTypeId: string): Promise<OpenSnapshot> {
    const entry = this.#entryOf(organizationId, priceTypeId)
    entry.usedAt = Date.now()
    await this.#judge(entry)
    const open = this.#tryOpen(entry)
    if (open) return open
    if (Date.now() - entry.failedAt < FAILURE_PAUSE_MS) throw noFile()
    const patience = new AbortController()
    await Promise.race([this.#build(entry), sleep(PATIENCE_MS, patience.signal)])
    patience.abort()
    const built = this.#tryOpen(entry)
    if (built) return built
    throw entry.building ? notReady() : noFile()
  }

  /**
   * Prepares the file for a till that is about to be enrolled at the retail point, if building takes long. A
   * failure only delays the till.
   */
  prepare(organizationId: string, retailPointId: string): void {
    this.#prepare(organizationId, retailPointId).catch((error: unknown) => {
      this.#options.log.warn({ err: error, organizationId }, 'a snapshot file could not be prepared')
    })
  }

  /** Cancels the running build and removes all files. */
  async close(): Promise<void> {
    clearInterval(this.#housekeeping)
    await this.#thread.close()
    await this.#folder.remove()
  }

  async #prepare(organizationId: string, retailPointId: string): Promise<void> {
    const priceTypeId = await this.#options.db.read(organizationId, (tx) =>
      findPriceTypeOfMany(tx, retailPointId),
    )
    if (priceTypeId === null) return
    const entry = this.#entryOf(organizationId, priceTypeId)
    entry.usedAt = Date.now()
    await this.#judge(entry)
    if (!entry.current && Date.now() - entry.failedAt >= FAILURE_PAUSE_MS) void this.#build(entry)
  }

  #entryOf(organizationId: string, priceTypeId: string): Entry {
    const key = `${organizationId} ${priceTypeId}`
    const known = this.#entries.get(key)
    if (known) return known
    const entry = { organizationId, priceTypeId, current: null, building: null, failedAt: 0, usedAt: 0 }
    this.#entries.set(key, entry)
    return entry
  }

  async #judge(entry: Entry): Promise<void> {
    const judged = entry.current
    if (!judged) return
    const judgement = await this.#options.db.read(entry.organizationId, (tx) => judgeSnapshot(tx, judged))
    if (judgement === 'good' || entry.current !== judged) return
    if (judgement === 'useless') this.#replace(entry, null)
    else if (Date.now() - entry.failedAt > FAILURE_PAUSE_MS) void this.#build(entry)
  }

  /** Opens the file synchronously, so that it cannot be replaced and removed in the meantime. */
  #tryOpen({ current }: Entry): OpenSnapshot | null {
    try {
      return current && { snapshot: current, fd: openSync(current.path, 'r') }
    } catch {
      // The file has been removed from the outside.
      return null
    }
  }

  /** Builds the file. Resolves even when the build fails. Concurrent requests share one build. */
  #build(entry: Entry): Promise<void> {
    const { databaseUrl, cursorKey, log } = this.#options
    const { organizationId, priceTypeId } = entry
    const path = join(this.#folder.path, newId())
    entry.building ??= this.#thread
      .build({ organizationId, priceTypeId, path, databaseUrl, cursorKey })
      .then(
        (snapshot) => this.#replace(entry, snapshot),
        (error: unknown) => {
          entry.failedAt = Date.now()
          if (this.#thread.isClosed) return
          log.warn({ err: error, organizationId, priceTypeId }, 'a snapshot file could not be built')
        },
      )
      .finally(() => {
        entry.building = null
      })
    return entry.building
  }

  #replace(entry: Entry, snapshot: Snapshot | null): void {
    if (entry.current) void rm(entry.current.path, { force: true }).catch(() => undefined)
    entry.current = snapshot
    this.#removeUnused()
  }

  #removeUnused(): void {
    let sizeBytes = 0
    for (const [key, entry] of [...this.#entries].sort(([, a], [, b]) => b.usedAt - a.usedAt)) {
      sizeBytes += entry.current?.sizeBytes ?? 0
      const isUnused = Date.now() - entry.usedAt > UNUSED_MS
      if (entry.building || (!isUnused && sizeBytes <= MOST_BYTES)) continue
      this.#entries.delete(key)
      if (entry.current) void rm(entry.current.path, { force: true }).catch(() => undefined)
    }
  }

  async #keepHouse(): Promise<void> {
    this.#removeUnused()
    await this.#folder.touch().catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'the folder of the snapshot files cannot be used')
    })
  }
}

const notReady = (): Problem =>
  new Problem('not_ready', {
    detail: 'The catalog is being prepared',
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  })

const noFile = (): Problem =>
  new Problem('not_found', { detail: 'No file can be made here at the moment; take the NDJSON snapshot' })

/**
 * Minimum number of products for preparing a file in advance. Smaller files are built on request with hardly
 * any delay.
 */
const MANY_PRODUCTS = 5000

/**
 * Returns the price type of a retail point, or null when there are few products or the retail point does not
 * exist.
 */
async function findPriceTypeOfMany(tx: Tx, retailPointId: string): Promise<string | null> {
  const { rows } = await tx.execute<{ priceTypeId: string }>(sql`
    SELECT price_type_id AS "priceTypeId" FROM retail_points
    WHERE organization_id = ${tx.organizationId} AND id = ${retailPointId} AND EXISTS (
      SELECT FROM products WHERE organization_id = ${tx.organizationId} OFFSET ${MANY_PRODUCTS - 1})`)
  return rows[0]?.priceTypeId ?? null
}
