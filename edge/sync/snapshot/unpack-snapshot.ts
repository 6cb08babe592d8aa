import { createHash } from 'node:crypto'
import { closeSync, createReadStream, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { must } from '#shared/std/must.ts'
import { HubFailure } from '../hub-link/hub-failure.ts'
import type { PartialSnapshot } from './partial-snapshot.ts'
import type { YieldToSales } from './yield-to-sales.ts'

const CHUNK_BYTES = 1024 * 1024
/**
 * Number of bytes after which the file is flushed. Without it, the commit of a sale would have to wait until
 * the whole large file is on disk.
 */
const FLUSH_EVERY_BYTES = 4 * CHUNK_BYTES

export interface UnpackOptions {
  signal: AbortSignal
  yieldToSales: YieldToSales
  onProgress: () => void
}

/**
 * Decompresses the complete download into `path`, durably, and verifies the hub's checksum. Throws HubFailure
 * `protocol` and deletes the download when it does not match.
 */
export async function unpackSnapshot(
  partial: PartialSnapshot,
  path: string,
  { signal, yieldToSales, onProgress }: UnpackOptions,
): Promise<void> {
  const { sha256, unpackedBytes } = must(partial.label)
  const hash = createHash('sha256')
  const file = openSync(path, 'w', 0o600)
  let bytes = 0
  let flushedBytes = 0
  try {
    for await (const chunk of unpacked(partial.path, signal)) {
      hash.update(chunk)
      bytes += chunk.length
      if (bytes > unpackedBytes) break
      for (let at = 0; at < chunk.length; ) at += writeSync(file, chunk, at)
      if (bytes - flushedBytes >= FLUSH_EVERY_BYTES) {
        fdatasyncSync(file)
        flushedBytes = bytes
        onProgress()
      }
      await yieldToSales.toSales(signal)
    }
    fdatasyncSync(file)
  } catch (error) {
    signal.throwIfAborted()
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error
    throw refuse(partial)
  } finally {
    closeSync(file)
  }
  if (bytes !== unpackedBytes || hash.digest('hex') !== sha256.toLowerCase()) throw refuse(partial)
}

function unpacked(path: string, signal: AbortSignal): AsyncIterable<Buffer> {
  const source = createReadStream(path, { highWaterMark: CHUNK_BYTES, signal })
  // An error destroys the last stream, whose reader then throws it.
  return pipeline(source, createGunzip({ chunkSize: CHUNK_BYTES }), () => {})
}

function refuse(partial: PartialSnapshot): HubFailure {
  partial.discard()
  return new HubFailure('protocol', 'The snapshot is not the file that the hub made')
}
