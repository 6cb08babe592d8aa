/**
 * Message types sent by a reader process to the hub. A message consists of one byte for the type, four bytes
 * for the content length (big-endian), and the content.
 */
export const FRAMES = {
  /** Sent when the reader is loaded. If the process dies afterwards, the file is to blame. */
  ready: 0,
  /** An answer as JSON. */
  json: 1,
  /** An answer as bytes. */
  bytes: 2,
  /** An error in the file, as JSON. Always the last message. */
  fault: 3,
  /** An error in the reader itself, as text. Always the last message. */
  broken: 4,
  end: 5,
} as const
export type FrameKind = (typeof FRAMES)[keyof typeof FRAMES]

export interface Frame {
  kind: FrameKind
  content: Buffer
}

const HEAD_BYTES = 5
const MAX_FRAME_BYTES = 64 * 1024 * 1024

export function frame(kind: FrameKind, content: Uint8Array | string = ''): Buffer {
  const body = typeof content === 'string' ? Buffer.from(content) : content
  const head = Buffer.alloc(HEAD_BYTES)
  head[0] = kind
  head.writeUInt32BE(body.byteLength, 1)
  return Buffer.concat([head, body])
}

/** Yields frames. Throws when a frame is too large, or all frames together exceed `maxBytes`. */
export async function* framesOf(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Frame> {
  let parts: Buffer[] = []
  let held = 0
  let wanted = HEAD_BYTES
  let total = 0
  for await (const chunk of chunks) {
    total += chunk.length
    if (total > maxBytes) throw new AnswerTooLarge()
    parts.push(chunk)
    held += chunk.length
    while (held >= wanted) {
      const whole = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
      const length = whole.readUInt32BE(1)
      if (length > MAX_FRAME_BYTES) throw new AnswerTooLarge()
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

export class AnswerTooLarge extends Error {}
