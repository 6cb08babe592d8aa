import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { ByteRange } from '#hub/files/file-store.ts'

const CHUNK_BYTES = 256 * 1024
/** A reader that takes nothing for this time is disconnected: it holds an open file. */
const READER_PATIENCE_MS = 60_000

/**
 * Streams a part of an open file as fast as it is taken, then closes it; also when the reader disconnects or
 * takes nothing.
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
