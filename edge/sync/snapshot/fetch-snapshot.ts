import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { must } from '#shared/std/must.ts'
import { SNAPSHOT_CONTENT_TYPE, SNAPSHOT_HASH_HEADER, SNAPSHOT_SIZE_HEADER } from '#shared/sync/snapshot.ts'
import type { HubClient } from '../hub-link/hub-client.ts'
import { HubFailure, isRefusal } from '../hub-link/hub-failure.ts'
import { readChunks } from '../hub-link/read-stream.ts'
import type { Timing } from '../timing.ts'
import { Label, type PartialSnapshot } from './partial-snapshot.ts'

export interface FetchOptions {
  client: HubClient
  partial: PartialSnapshot
  /** Format of the replica file. */
  format: number
  timing: Timing
  signal: AbortSignal
  /** Called with the number of received bytes of the compressed file. `total` is 0 when the hub does not send it. */
  onProgress: (bytes: number, total: number) => void
}

/** Disk space in bytes to keep free besides the snapshot, for sales, logs and the replacement of files. */
const KEEP_FREE_BYTES = 64 * 1024 * 1024

/**
 * Downloads the missing part of the finished replica file (shared/sync/snapshot.ts). Returns false when the
 * hub has no file for this agent. Throws HubFailure, and keeps the received part unless it does not match the
 * hub's file. Throws ENOSPC before the download when the disk has no room for it.
 */
export async function fetchSnapshot(options: FetchOptions): Promise<boolean> {
  const { partial, timing, onProgress } = options
  if (partial.isComplete) return true
  const response = await ask(options)
  if (!response) return false
  if (response.status === 206) checkPart(response, partial)
  else partial.begin(labelOf(response))
  const { packedBytes, unpackedBytes } = must(partial.label)
  requireRoom(partial, unpackedBytes + Math.max(0, (packedBytes ?? 0) - partial.bytes), response)
  let isWhole = false
  try {
    for await (const chunk of readChunks(must(response.body), timing.idleTimeoutMs)) {
      partial.append(chunk)
      onProgress(partial.bytes, packedBytes ?? 0)
    }
    isWhole = true
  } finally {
    partial.close(isWhole)
  }
  if (partial.isComplete) return true
  if (packedBytes !== null && partial.bytes > packedBytes) partial.discard()
  throw new HubFailure('unreachable', 'The snapshot was cut off before its end')
}

async function ask(options: FetchOptions): Promise<Response | null> {
  const { client, partial, format, timing, signal } = options
  const { bytes, label } = partial
  const range = label?.etag && bytes > 0 ? { Range: `bytes=${bytes}-`, 'If-Range': label.etag } : {}
  try {
    return await client.send(`/api/pos/v1/sync/snapshot?format=${format}`, {
      // A proxy that compresses the data again would change the byte offsets of the parts.
      headers: { ...range, 'Accept-Encoding': 'identity' },
      accept: SNAPSHOT_CONTENT_TYPE,
      timeoutMs: timing.downloadTimeoutMs,
      signal,
    })
  } catch (error) {
    // The received part does not match the hub's current file.
    if (isRefusal(error)) partial.discard()
    if (isRefusal(error) && error.status === 404) return null
    throw error
  }
}

function labelOf({ headers }: Response): Label {
  const length = headers.get('Content-Length')
  const label = Label.safeParse({
    etag: headers.get('ETag'),
    sha256: headers.get(SNAPSHOT_HASH_HEADER),
    unpackedBytes: Number(headers.get(SNAPSHOT_SIZE_HEADER)),
    packedBytes: (length && Number(length)) || null,
  })
  if (label.success) return label.data
  throw new HubFailure('protocol', 'The hub sent a snapshot without its hash or size')
}

/** Throws HubFailure `protocol` and discards the received part when the new part does not continue it. */
function checkPart(response: Response, partial: PartialSnapshot): void {
  const { headers } = response
  const [, start, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('Content-Range') ?? '') ?? []
  const { etag, packedBytes } = must(partial.label)
  const continues =
    Number(start) === partial.bytes &&
    headers.get('ETag') === etag &&
    (packedBytes === null || total === '*' || Number(total) === packedBytes)
  if (continues) return
  partial.discard()
  response.body?.cancel().catch(() => {})
  throw new HubFailure('protocol', 'The hub sent another part of the snapshot than requested')
}

function requireRoom(partial: PartialSnapshot, neededBytes: number, response: Response): void {
  const { bavail, bsize } = statfsSync(dirname(partial.path))
  if (bavail * bsize >= neededBytes + KEEP_FREE_BYTES) return
  partial.discard()
  response.body?.cancel().catch(() => {})
  const megabytes = Math.ceil((neededBytes + KEEP_FREE_BYTES) / 1024 / 1024)
  throw Object.assign(new Error(`The catalog needs ${megabytes} MB of free disk space`), { code: 'ENOSPC' })
}
