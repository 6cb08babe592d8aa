import { Readable } from 'node:stream'
import type { FileEntry } from '@zip.js/zip.js'

/**
 * Yields the content of a ZIP entry. Throws when the entry is damaged, or larger than declared in the
 * archive's directory.
 */
export async function* zipContent(entry: FileEntry): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const stream = Readable.fromWeb(readable as never)
  entry.getData(writable, { checkSignature: true }).catch((error: Error) => stream.destroy(error))
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > entry.uncompressedSize)
      throw new Error(`${entry.filename} is larger than stated in the archive`)
    yield chunk
  }
}
