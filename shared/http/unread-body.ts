import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { socketOf } from './body-chunks.ts'

/** Reading a rest of this size is cheaper than a new connection. */
const WORTH_READING_BYTES = 64 * 1024
/** So much is read and discarded: some clients read the answer only after they have sent everything. */
const LINGER_BYTES = 8 * 1024 * 1024
/** So long the connection stays open for whoever has not sent everything: time to read the answer. */
const LINGER_MS = 5000

/**
 * An answer that was made before the body had come ends the connection: what is still on its way would be taken for the
 * next request (RFC 9112, 9.3). It is not cut at once, because a reset that overtakes the answer destroys it (9.6): the
 * answer goes out whole, with its length. After some MB nothing more is read, so that a client which sends without a pause
 * comes to a halt and looks for an answer. The end follows when the client has stopped sending, or after a few seconds.
 */
export const closeUnread: MiddlewareHandler = async function closeUnread(c, next) {
  await next()
  const { incoming } = socketOf(c)
  if (!incoming || incoming.complete || incoming.destroyed || isSmall(incoming)) return
  c.header('Connection', 'close')
  // Nothing follows the head of such an answer (204): it is held back instead.
  if (c.res.body === null) await discard(incoming)
  // Only refusals come so early; they are small.
  if (c.res.status < 400) return
  const answer = new Uint8Array(await c.res.arrayBuffer())
  c.header('Content-Length', String(answer.byteLength))
  c.res = new Response(c.req.method === 'HEAD' ? null : lingering(answer, incoming), c.res)
}

const isSmall = (incoming: IncomingMessage): boolean =>
  Number(incoming.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= WORTH_READING_BYTES

function lingering(answer: Uint8Array, incoming: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async start(controller) {
      controller.enqueue(answer)
      await discard(incoming)
      controller.close()
    },
  })
}

/** Resolves at the end of the body, when the client is gone, or after LINGER_MS. */
function discard(incoming: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let size = 0
    const done = () => {
      clearTimeout(timer)
      incoming.pause()
      resolve()
    }
    const timer = setTimeout(done, LINGER_MS)
    incoming.on('data', (chunk: Uint8Array) => {
      size += chunk.byteLength
      if (size > LINGER_BYTES) incoming.pause()
    })
    incoming.once('end', done).once('close', done).once('error', done)
  })
}
