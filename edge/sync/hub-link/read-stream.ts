import { failureOf, HubFailure } from './hub-failure.ts'

/** Maximum line length in bytes, so that a long line cannot exhaust the memory. */
const LONGEST_LINE = 4 * 1024 * 1024

const LF = 0x0a

export interface Line {
  text: string
  /** Bytes as received, including the line end. */
  bytes: Uint8Array
}

/**
 * Reads the lines of a body as they arrive. Throws HubFailure when the connection breaks or stalls for
 * `idleTimeoutMs`. A truncated body can look like a normal end, so only the footer proves that it is
 * complete.
 */
export async function* readLines(
  body: ReadableStream<Uint8Array>,
  idleTimeoutMs: number,
): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let rest: Uint8Array = new Uint8Array()
  for await (const chunk of readChunks(body, idleTimeoutMs)) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let start = 0
    for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, start)) {
      yield { text: decode(decoder, bytes.subarray(start, end)), bytes: bytes.subarray(start, end + 1) }
      start = end + 1
    }
    rest = bytes.subarray(start)
    if (rest.length > LONGEST_LINE) throw new HubFailure('protocol', 'The hub sent a line without an end')
  }
  if (rest.length > 0) yield { text: decode(decoder, rest), bytes: rest }
}

/** Reads the chunks of a body as they arrive. Throws the errors of `readLines`. */
export async function* readChunks(
  body: ReadableStream<Uint8Array>,
  idleTimeoutMs: number,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await readWithin(reader, idleTimeoutMs)
      if (done) return
      if (value) yield value
    }
  } finally {
    // Not awaited, because a hung connection would block here.
    reader.cancel().catch(() => {})
  }
}

async function readWithin(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  idleTimeoutMs: number,
): Promise<{ done: boolean; value?: Uint8Array | undefined }> {
  let timer: NodeJS.Timeout | undefined
  const idle = new Promise<never>((_, reject) => {
    const late = new HubFailure('timeout', 'The hub stopped in the middle of a response')
    timer = setTimeout(() => reject(late), idleTimeoutMs)
  })
  try {
    return await Promise.race([reader.read(), idle])
  } catch (error) {
    throw failureOf(error)
  } finally {
    clearTimeout(timer)
  }
}

function decode(decoder: TextDecoder, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new HubFailure('protocol', 'The hub sent text that is not UTF-8')
  }
}
