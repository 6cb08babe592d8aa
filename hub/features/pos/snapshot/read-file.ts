import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { ByteRange } from '#hub/files/file-store.ts'

const CHUNK_BYTES = 256 * 1024
/** Time after which a client that reads nothing is disconnected, because its response keeps a file open. */
const READER_PATIENCE_MS = 60_000

/**
 * Streams a range of an open file and closes the file afterwards, even when the client disconnects or stops
 * reading.
 */
export function readFile(fd: number, { start, end }: ByteRange): ReadableStream<Uint8Array> {
  const file = createReadStream('', { fd, start, end, highWaterMark: CHUNK_BYTES })
  let taken = -1
  const watch = setInterval(() => {
    if (file.bytesRead === taken) file.destroy(new Error('the reader takes nothing'))
    taken = file.bytesRead
  }, READER_PATIENCE_MS).unref()
  file.once('close', () => clearInterval(watch))
  return Readable.toWeb(file) as ReadableStream<Uint8Array>
}
