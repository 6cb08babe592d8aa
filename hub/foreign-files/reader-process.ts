import { fstatSync, read } from 'node:fs'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { FileFault } from './file-fault.ts'
import { FRAMES, type FrameKind, frame } from './frames.ts'
import type { ProcessLimits } from './limits-watch.ts'

/** Descriptor of the file opened by the hub. A reader process cannot open a file itself. */
const FILE_DESCRIPTOR = 3

/** A foreign file as seen by a reader. */
export interface ForeignFile {
  sizeBytes: number
  /** Opens the content from the beginning. Can be called repeatedly. */
  open(): Readable
  /** Reads up to `length` bytes at a position. Returns fewer at the end of the file. */
  read(position: number, length: number): Promise<Buffer>
}

/**
 * Function `read` exported by the module of a reader. Byte answers are sent unchanged, all others as JSON.
 * Throws `FileFault`.
 */
type Read<Task = never, Answer = unknown> = (file: ForeignFile, task: Task) => AsyncIterable<Answer>

/** Argument passed to the process. */
export interface ReaderOrder {
  /** URL of the module. */
  module: string
  task: unknown
  limits: ProcessLimits
}

const CHUNK_BYTES = 256 * 1024
const readAt = promisify(read)

const file: ForeignFile = {
  sizeBytes: fstatSync(FILE_DESCRIPTOR).size,
  open: () => Readable.from(contentOf(), { objectMode: false }),
  read: async (position, length) => {
    const { bytesRead, buffer } = await readAt(FILE_DESCRIPTOR, Buffer.alloc(length), 0, length, position)
    return buffer.subarray(0, bytesRead)
  },
}

/** Reads by position, so that the file can be read repeatedly and a reader that stops early does not close it. */
async function* contentOf(): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const chunk = await file.read(position, CHUNK_BYTES)
    if (chunk.length === 0) return
    position += chunk.length
    yield chunk
  }
}

/** Sends a message. Resolves when the hub can take more. */
function send(kind: FrameKind, content: Uint8Array | string = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(frame(kind, content), (error) => (error ? reject(error) : resolve()))
  })
}

async function main(): Promise<void> {
  const { module, task, limits } = JSON.parse(process.argv[2] ?? '') as ReaderOrder
  const watch = new Worker(new URL('./limits-watch.ts', import.meta.url), { workerData: limits })
  const isWatched = new Promise((resolve, reject) => watch.once('online', resolve).once('error', reject))
  const [reader] = await Promise.all([import(module) as Promise<{ read: Read<unknown> }>, isWatched])
  await send(FRAMES.ready)
  try {
    for await (const answer of reader.read(file, task))
      await (answer instanceof Uint8Array
        ? send(FRAMES.bytes, answer)
        : send(FRAMES.json, JSON.stringify(answer)))
    await send(FRAMES.end)
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    await send(FRAMES.fault, JSON.stringify({ fault: error.fault, extensions: error.extensions }))
  }
}

main()
  .catch((error: unknown) =>
    send(FRAMES.broken, error instanceof Error ? (error.stack ?? '') : String(error)),
  )
  .finally(() => process.exit())
