import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { Problem } from '../problems/problem.ts'

/**
 * Yields the request body as it arrives. Nothing is read before the iteration begins, so that a request can
 * be refused before the client has sent its body. Throws `ClientGone`, and `payload_too_large` as soon as the
 * announced or the received length exceeds `maxBytes`.
 */
export async function* bodyChunks(c: Context, maxBytes: number): AsyncGenerator<Uint8Array> {
  const announced = Number(c.req.header('Content-Length') ?? 0)
  if (announced > maxBytes) throw tooLarge(maxBytes)
  let size = 0
  for await (const chunk of source(c)) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge(maxBytes)
    yield chunk
  }
}

/** Collects a body that is small enough for memory. Throws like `bodyChunks`. */
export async function wholeOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return all.length === 1 && all[0] ? all[0] : Buffer.concat(all)
}

const tooLarge = (maxBytes: number): Problem =>
  new Problem('payload_too_large', { detail: `At most ${maxBytes} bytes are accepted` })

/** Returns the Node request and response, or an empty object when there is no socket, as in a test. */
export const socketOf = (c: Context): Partial<HttpBindings> => (c.env as HttpBindings | undefined) ?? {}

async function* source(c: Context): AsyncGenerator<Uint8Array> {
  const { incoming, outgoing } = socketOf(c)
  // RFC 9110, section 10.1.1: a client that sends `Expect: 100-continue` starts sending the body only after
  // this.
  if (incoming && /^100-continue$/i.test(incoming.headers.expect ?? '')) outgoing?.writeContinue?.()
  const readable = incoming ?? (c.req.raw.body && Readable.fromWeb(c.req.raw.body as never))
  if (!readable) return
  try {
    // unread-body.ts handles the remainder of the body. Destroying the request would also destroy the
    // response.
    yield* (readable as IncomingMessage).iterator({ destroyOnReturn: false })
  } catch (error) {
    throw new ClientGone(error)
  }
}

/**
 * Thrown when the client disconnects before its whole request has arrived. There is nobody to respond to, and
 * the hub is not at fault.
 */
export class ClientGone extends Error {
  constructor(cause: unknown) {
    super('The client hung up', { cause })
    this.name = 'ClientGone'
  }
}
