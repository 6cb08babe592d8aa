import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { configure, ZipWriter } from '@zip.js/zip.js'
import { SUMS } from './entry-paths.ts'

// Node's own compression streams already run outside of the JavaScript thread.
configure({ useWebWorkers: false })

/** Entries that are already compressed, so they are stored as they are. */
const STORED = /\.(jpg|png|webp)$/

/** Streams entries into a ZIP file and computes the SHA-256 of each. */
export class ArchiveWriter {
  readonly #zip: ZipWriter<unknown>
  readonly #hash = createHash('sha256')
  readonly #entries: { path: string; sha256: string }[] = []
  #sizeBytes = 0

  constructor(file: FileHandle, at: Date) {
    const sink = new WritableStream<Uint8Array>({
      write: async (chunk) => {
        this.#hash.update(chunk)
        this.#sizeBytes += chunk.byteLength
        for (let from = 0; from < chunk.byteLength; ) from += (await file.write(chunk, from)).bytesWritten
      },
    })
    this.#zip = new ZipWriter(sink, { lastModDate: at, zip64: true, level: 6 })
  }

  async add(path: string, content: AsyncIterable<Uint8Array> | string): Promise<void> {
    const hash = createHash('sha256')
    const chunks = typeof content === 'string' ? once(content) : content
    await this.#zip.add(path, streamOf(hashing(chunks, hash)), STORED.test(path) ? { level: 0 } : {})
    this.#entries.push({ path, sha256: hash.digest('hex') })
  }

  /** Adds SHA256SUMS in the format of `sha256sum -c`, and completes the file. */
  async close(): Promise<{ sizeBytes: number; sha256: Buffer }> {
    const sums = this.#entries.map(({ path, sha256 }) => `${sha256}  ${path}\n`)
    await this.#zip.add(SUMS, streamOf(once(sums.join(''))))
    await this.#zip.close()
    return { sizeBytes: this.#sizeBytes, sha256: this.#hash.digest() }
  }
}

const streamOf = (chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> =>
  Readable.toWeb(Readable.from(chunks)) as ReadableStream<Uint8Array>

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

async function* hashing(
  chunks: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}
