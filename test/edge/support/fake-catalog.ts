import { createHash } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { SnapshotFile } from '#shared/replica/snapshot-file.ts'
import { newId } from '#shared/std/ids.ts'
import { bucketOf, type Digest, DigestSum } from '#shared/sync/digest.ts'
import {
  DOWNLOAD_SCHEMAS,
  type DownloadFooter,
  type DownloadHeader,
  DownloadLine,
} from '#shared/sync/download.ts'
import { REPLICA_KINDS } from '#shared/sync/replica-kinds.ts'
import type { ChainCustody } from '#shared/sync/upload.ts'
import { createTestFolder } from '../../support/folders.ts'
import type { RecordLine } from './catalog.ts'

type PutLine = Extract<DownloadLine, { op: 'put' }>

export interface PackedFile {
  etag: string
  sha256: string
  unpackedBytes: number
  packed: Buffer
}

/** Catalog of the fake hub with the download protocol. */
export class FakeCatalog {
  /** Epoch of the hub, which is replaced when the hub is restored from a backup. */
  epoch = newId()
  schema: number = DOWNLOAD_SCHEMAS.newest
  /** True when finished replica files exist. Otherwise tills download NDJSON snapshots. */
  hasFile = false
  /** Difference between the clock of the hub and the local clock, in ms. */
  offsetMs = 0
  /** ISO time before which tills must delete receipts, or undefined for no limit. */
  receiptsSince: string | undefined
  publicUrl: string | undefined
  #history = newId()
  /** Records by kind and id. A stock record has the id of its product. */
  #records = new Map<string, PutLine>()
  #changes: RecordLine[] = []
  #file: (PackedFile & { position: string }) | null = null
  readonly #changed = new EventEmitter().setMaxListeners(0)

  /** Commits a change at the hub. */
  change(...lines: RecordLine[]): void {
    for (const line of lines) {
      if (line.op === 'put') this.#records.set(keyOf(line), line)
      else this.#records.delete(keyOf(line))
    }
    this.#changes = [...this.#changes, ...lines]
    this.wake()
  }

  /** Changes records without adding the change to the download, as a bug in the hub would. */
  changeSilently(...lines: PutLine[]): void {
    for (const line of lines) this.#records.set(keyOf(line), line)
  }

  /** Invalidates all earlier cursors and ends all long polls. */
  forgetHistory(): void {
    this.#history = newId()
    this.wake()
  }

  /** Ends all long polls. */
  wake(): void {
    this.#changed.emit('change')
  }

  state() {
    return { records: new Map(this.#records), changes: this.#changes }
  }

  restore({ records, changes }: ReturnType<FakeCatalog['state']>): void {
    this.#records = records
    this.#changes = changes
    this.epoch = newId()
    this.forgetHistory()
  }

  /**
   * Returns the body of a download. When the cursor is up to date, waits for a change first, as long as the
   * query allows.
   */
  async answer(query: URLSearchParams, custody: () => ChainCustody[], isGone: AbortSignal): Promise<string> {
    const cursor = query.get('cursor')
    if (cursor === null) return this.#body('snapshot', this.#sorted(), query, custody())
    const [history, position] = cursor.split(':')
    const isUpToDate = history === this.#history && Number(position) === this.#changes.length
    if (isUpToDate) await this.#waitForChange(Number(query.get('wait') ?? 0), isGone)
    if (history !== this.#history) return this.#body('reset', [], query, custody())
    const lines = [...this.#changes.slice(Number(position)), ...this.#repaired(query.get('repair'))]
    return this.#body('delta', lines, query, custody())
  }

  /** Returns the finished replica file, which the first call builds. With `renewed`, it is built again. */
  file(renewed = false): PackedFile {
    if (this.#file && !renewed) return this.#file
    using folder = createTestFolder()
    const path = join(folder.path, 'snapshot.db')
    const position = this.#cursor()
    const file = new SnapshotFile(path)
    for (const line of this.#sorted()) if (!isOfPoint(line)) file.apply(DownloadLine.parse(line))
    file.complete({ cursor: position })
    const bytes = readFileSync(path)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    this.#file = {
      position,
      etag: `"${sha256.slice(0, 16)}"`,
      sha256,
      unpackedBytes: bytes.length,
      packed: gzipSync(bytes),
    }
    // The file excludes records specific to a retail point, which are sent with the first changes.
    this.#changes = [...this.#changes, ...this.#sorted().filter(isOfPoint)]
    return this.#file
  }

  digest(): Digest {
    const sum = new DigestSum(this.schema)
    for (const { t, id, v } of this.#records.values()) sum.add(t, id, v)
    return sum.digest()
  }

  #cursor(): string {
    return `${this.#history}:${this.#changes.length}`
  }

  #sorted(): PutLine[] {
    const byKind = Map.groupBy(this.#records.values(), ({ t }) => t)
    return REPLICA_KINDS.flatMap((kind) =>
      (byKind.get(kind) ?? []).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    )
  }

  #repaired(buckets: string | null): DownloadLine[] {
    if (buckets === null) return []
    return buckets.split(',').flatMap((one) => {
      const [t, bucket] = one.split(':') as [PutLine['t'], string]
      const puts = this.#sorted().filter((line) => line.t === t && bucketOf(line.id) === bucket)
      return [{ t, op: 'empty' as const, bucket }, ...puts]
    })
  }

  async #waitForChange(seconds: number, isGone: AbortSignal): Promise<void> {
    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort(), seconds * 1000)
    isGone.addEventListener('abort', () => ending.abort())
    await once(this.#changed, 'change', { signal: ending.signal }).catch(() => {})
    clearTimeout(timer)
  }

  #body(
    kind: DownloadHeader['kind'],
    lines: readonly DownloadLine[],
    query: URLSearchParams,
    custody: ChainCustody[],
  ): string {
    const counts: DownloadFooter['counts'] = {}
    for (const { t } of lines) counts[t] = (counts[t] ?? 0) + 1
    return downloadOf(
      {
        kind,
        ...(kind === 'reset' && { reason: 'epoch' }),
        schema: this.schema,
        epoch: this.epoch,
        serverTime: new Date(Date.now() + this.offsetMs).toISOString(),
        custody,
        ...(this.receiptsSince !== undefined && { receiptsSince: this.receiptsSince }),
        ...(this.publicUrl !== undefined && { publicUrl: this.publicUrl }),
      },
      lines,
      {
        cursor: kind === 'reset' ? null : this.#cursor(),
        counts,
        ...(query.has('digest') && kind !== 'reset' && { digest: this.digest() }),
      },
    )
  }
}

/** Returns a download body that is complete and valid, except for what the arguments override. */
export function downloadOf(
  header: Partial<DownloadHeader> & Pick<DownloadHeader, 'kind'>,
  lines: readonly unknown[] = [],
  footer: Partial<DownloadFooter> = {},
): string {
  const whole: DownloadHeader = {
    schema: DOWNLOAD_SCHEMAS.newest,
    epoch: newId(),
    serverTime: new Date().toISOString(),
    total: lines.length,
    custody: [],
    ...header,
  }
  const text = [whole, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('')
  const hash = createHash('sha256').update(text).digest('hex')
  return `${text}${JSON.stringify({ end: true, cursor: null, more: false, counts: {}, hash, ...footer })}\n`
}

/** True when a request is for a complete NDJSON snapshot. */
export const wantsSnapshot = (url: string | undefined): boolean =>
  /\/api\/pos\/v1\/sync\?/.test(url ?? '') && !/[?&]cursor=/.test(url ?? '')

/** True when a request is for changes since a cursor. */
export const wantsChanges = (url: string | undefined): boolean => /\/sync\?(.*&)?cursor=/.test(url ?? '')

const keyOf = ({ t, id }: Pick<RecordLine, 't' | 'id'>): string => `${t} ${id}`

const isOfPoint = ({ t }: PutLine): boolean => ['settings', 'stock', 'customer', 'receipt'].includes(t)
