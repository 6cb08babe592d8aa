import { Duplex } from 'node:stream'
import { constants, createGzip, gzipSync } from 'node:zlib'
import type { Context } from 'hono'
import type { HubEnv } from '#hub/http/env.ts'
import { sleep } from '#shared/std/retry.ts'
import type { Write } from './write-download.ts'

/**
 * Size limit for sending a response in one piece, if it is also complete within ONE_PIECE_MS. Most responses
 * are that small and need no stream.
 */
const ONE_PIECE_BYTES = 64 * 1024
const ONE_PIECE_MS = 1000
/**
 * Size of the buffer between the writer and the client. All responses except snapshots fit, so they release
 * the database connection at once.
 */
const BUFFER_BYTES = 512 * 1024
/**
 * Time after which a client that reads nothing is disconnected. Shorter than the database session limit in
 * db/pool.ts.
 */
const READER_PATIENCE_MS = 60_000
/** Minimum size for compression. A smaller response fits into one network packet anyway. */
const WORTH_PACKING_BYTES = 1200
/** Level 1 compresses a catalog nearly as well as the default level 6, in half the time. */
const GZIP = { level: constants.Z_BEST_SPEED }

/** The type definitions of Node and of the DOM disagree on the buffers of this class. */
type GzipStream = ReadableWritablePair<Uint8Array, Uint8Array>

type Send = (body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>, isPacked: boolean) => void

/**
 * Sends the output of `work`. Until the first piece is sent, `work` can throw a Problem, which becomes the
 * response. After that the text is streamed at the speed of the client. When `work` fails, the body is cut
 * off before the footer.
 */
export async function streamAnswer(
  c: Context<HubEnv>,
  contentType: string,
  work: (write: Write) => Promise<void>,
): Promise<Response> {
  const answer = Promise.withResolvers<Response>()
  const send: Send = (body, isPacked) =>
    answer.resolve(
      c.body(body, 200, {
        'Content-Type': contentType,
        'Cache-Control': 'no-store',
        Vary: 'Accept-Encoding',
        ...(isPacked && { 'Content-Encoding': 'gzip' }),
      }),
    )
  const outgoing = new Outgoing(send, /\bgzip\b/.test(c.req.header('Accept-Encoding') ?? ''))
  work((text) => outgoing.write(text))
    .then(() => outgoing.end())
    .catch((error: unknown) => {
      answer.reject(error)
      if (outgoing.hasBegun) c.get('log').warn({ err: error }, 'a download was interrupted')
      return outgoing.abort(error)
    })
    .catch(() => undefined)
  return answer.promise
}

class Outgoing {
  readonly #send: Send
  readonly #isGzip: boolean
  readonly #gathered: Buffer[] = []
  readonly #dueAt = performance.now() + ONE_PIECE_MS
  #sizeBytes = 0
  #stream: WritableStreamDefaultWriter<Uint8Array> | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(send: Send, isGzip: boolean) {
    this.#send = send
    this.#isGzip = isGzip
  }

  get hasBegun(): boolean {
    return this.#stream !== null
  }

  /** Writes text. Resolves when the client can take more, and rejects when it has disconnected. */
  async write(text: string): Promise<void> {
    const bytes = Buffer.from(text)
    if (this.#stream) return withinPatience(this.#stream.write(bytes))
    this.#gathered.push(bytes)
    this.#sizeBytes += bytes.length
    const restMs = this.#dueAt - performance.now()
    if (this.#sizeBytes > ONE_PIECE_BYTES || restMs <= 0) return this.#begin()
    // Flushes, so that the client does not time out while the next piece is being prepared.
    this.#timer ??= setTimeout(() => this.hasBegun || this.#begin().catch(() => undefined), restMs)
  }

  async end(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#stream) return this.#stream.close()
    const body = Buffer.concat(this.#gathered)
    const isPacked = this.#isGzip && this.#sizeBytes > WORTH_PACKING_BYTES
    this.#send(isPacked ? gzipSync(body, GZIP) : body, isPacked)
  }

  async abort(error: unknown): Promise<void> {
    clearTimeout(this.#timer)
    await this.#stream?.abort(error)
  }

  #begin(): Promise<void> {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(
      undefined,
      undefined,
      new ByteLengthQueuingStrategy({ highWaterMark: BUFFER_BYTES }),
    )
    this.#stream = writable.getWriter()
    const pack = () => readable.pipeThrough(Duplex.toWeb(createGzip(GZIP)) as GzipStream)
    this.#send(this.#isGzip ? pack() : readable, this.#isGzip)
    return withinPatience(this.#stream.write(Buffer.concat(this.#gathered.splice(0))))
  }
}

async function withinPatience(written: Promise<void>): Promise<void> {
  const done = new AbortController()
  const given = sleep(READER_PATIENCE_MS, done.signal).then(() => {
    if (!done.signal.aborted) throw new Error('the reader takes nothing')
  })
  try {
    await Promise.race([written, given])
  } finally {
    done.abort()
  }
}
