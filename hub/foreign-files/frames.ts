/**
 * The messages of a reader process to the hub: a byte for the kind, the length of the content in four (big-endian), the
 * content.
 */
export const FRAMES = {
  /** The reader is loaded: from now on its death is the fault of the file. */
  ready: 0,
  /** An answer as JSON. */
  json: 1,
  /** An answer of bytes. */
  bytes: 2,
  /** A fault of the file, as JSON; the last message. */
  fault: 3,
  /** An error of the reader's own, as text; the last message. */
  broken: 4,
  end: 5,
} as const
export type FrameKind = (typeof FRAMES)[keyof typeof FRAMES]

export interface Frame {
  kind: FrameKind
  content: Buffer
}

const HEAD_BYTES = 5
export const MAX_FRAME_BYTES = 64 * 1024 * 1024

export function frame(kind: FrameKind, content: Uint8Array | string = ''): Buffer {
  const body = typeof content === 'string' ? Buffer.from(content) : content
  const head = Buffer.alloc(HEAD_BYTES)
  head[0] = kind
  head.writeUInt32BE(body.byteLength, 1)
  return Buffer.concat([head, body])
}

/** Throws when a frame is larger than frames are, or all together have more than `maxBytes`. */
export async function* framesOf(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Frame> {
  let parts: Buffer[] = []
  let held = 0
  let wanted = HEAD_BYTES
  let total = 0
  for await (const chunk of chunks) {
    total += chunk.length
    if (total > maxBytes) throw new TooMuchAnswered()
    parts.push(chunk)
    held += chunk.length
    while (held >= wanted) {
      const whole = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
      const length = whole.readUInt32BE(1)
      if (length > MAX_FRAME_BYTES) throw new TooMuchAnswered()
      wanted = HEAD_BYTES + length
      parts = [whole]
      if (held < wanted) break
      yield { kind: whole[0] as FrameKind, content: whole.subarray(HEAD_BYTES, wanted) }
      parts = [whole.subarray(wanted)]
      held -= wanted
      wanted = HEAD_BYTES
    }
  }
}

export class TooMuchAnswered extends Error {}
