import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { socketOf } from './body-chunks.ts'

/** Maximum length of a body whose reading is cheaper than a new connection. */
const WORTH_READING_BYTES = 64 * 1024
/**
 * Maximum number of bytes to read and discard. Some clients read the response only after they have sent the
 * whole body.
 */
const LINGER_BYTES = 8 * 1024 * 1024
/** Time in ms that the connection stays open for a client that is still sending, so that it can read the response. */
const LINGER_MS = 5000

/**
 * Closes the connection after a response that was sent before the whole body arrived: the remainder would be
 * taken for the next request (RFC 9112, section 9.3). The connection is not cut at once, because a reset that
 * overtakes the response would destroy it (section 9.6). The response is sent whole, with its length. After
 * `LINGER_BYTES` nothing more is read, so that a client which sends without pause stops and reads the
 * response. The connection is closed when the client stops sending, or after `LINGER_MS`.
 */
export const closeUnread: MiddlewareHandler = async function closeUnread(c, next) {
  await next()
  const { incoming } = socketOf(c)
  if (!incoming || incoming.complete || incoming.destroyed || isSmall(incoming)) return
  c.header('Connection', 'close')
  // A response without a body (204) is only a head, so it is delayed until the request body is discarded.
  if (c.res.body === null) await discard(incoming)
  // Only refusals are sent this early, and they are small.
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

/** Discards the body. Resolves at its end, when the client disconnects, or after `LINGER_MS`. */
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
