import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { bucketOf, type Digest, DigestSum } from '#shared/sync/digest.ts'
import { DOWNLOAD_SCHEMAS, type DownloadLine, type ReplicaReceipt } from '#shared/sync/download.ts'
import { REPLICA_KINDS, type ReplicaKind } from '#shared/sync/replica-kinds.ts'
import type { Device, Download } from '#test/support/device.ts'
import { parseDownload } from '#test/support/device.ts'

/** Replica of a till that strictly follows the protocol and checks the consistency of each response. */
export class TillReplica {
  readonly records = new Map<ReplicaKind, Map<string, object>>()
  readonly #device: Device
  cursor: string | null = null
  /** Schema of the last response. */
  schema = 1

  constructor(device: Device) {
    this.#device = device
  }

  /** Performs one download. A snapshot replaces all records, and a reset only clears the cursor. */
  async sync(query: Record<string, string> = {}): Promise<Download> {
    const schema = String(DOWNLOAD_SCHEMAS.newest)
    const all = { schema, ...(this.cursor !== null && { cursor: this.cursor }), ...query }
    const answer = await this.#device.api.get(`/api/pos/v1/sync?${new URLSearchParams(all)}`)
    expect(answer.status).toBe(200)
    const download = parseDownload(answer.body)
    expectSound(download, answer.body)
    if (download.header.kind === 'snapshot') this.records.clear()
    this.#forget(download.header.receiptsSince)
    for (const line of download.lines) this.#apply(line)
    this.cursor = download.footer.cursor
    this.schema = download.header.schema
    return download
  }

  of(kind: ReplicaKind): Map<string, object> {
    const records = this.records.get(kind) ?? new Map<string, object>()
    this.records.set(kind, records)
    return records
  }

  digest(): Digest {
    const sum = new DigestSum(this.schema)
    for (const [kind, records] of this.records) {
      for (const [id, value] of records) sum.add(kind, id, value)
    }
    return sum.digest()
  }

  /** Checks that the replica equals a fresh download. */
  async expectComplete(): Promise<void> {
    const fresh = new TillReplica(this.#device)
    await fresh.sync()
    for (const kind of REPLICA_KINDS) {
      expect(Object.fromEntries(this.of(kind)), kind).toEqual(Object.fromEntries(fresh.of(kind)))
    }
  }

  #forget(since = ''): void {
    const receipts = this.of('receipt')
    for (const [id, value] of receipts) if ((value as ReplicaReceipt).soldAt < since) receipts.delete(id)
  }

  #apply(line: DownloadLine): void {
    const records = this.of(line.t)
    if (line.op === 'put') records.set(line.id, line.v)
    else if (line.op === 'del') records.delete(line.id)
    else for (const id of records.keys()) if (bucketOf(id) === line.bucket) records.delete(id)
  }
}

function expectSound({ header, lines, footer }: Download, body: string): void {
  const beforeFooter = body.slice(0, body.trimEnd().lastIndexOf('\n') + 1)
  expect(footer.hash).toBe(createHash('sha256').update(beforeFooter).digest('hex'))
  expect(header.total).toBe(lines.length)
  const counts: Record<string, number> = {}
  for (const { t } of lines) counts[t] = (counts[t] ?? 0) + 1
  expect(footer.counts).toEqual(counts)
}

/** Returns the ids of all lines or of the lines of one kind. */
export function idsOf(lines: DownloadLine[], kind?: ReplicaKind): string[] {
  return lines.flatMap((line) => (line.op !== 'empty' && (kind ?? line.t) === line.t ? [line.id] : []))
}
