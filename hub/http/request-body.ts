import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { readJson } from '#shared/json/read-json.ts'
import { Problem } from '#shared/problems/problem.ts'
import { ClientGone } from './client-gone.ts'
import type { HubEnv } from './env.ts'

/** What a route takes that does not say otherwise. */
export const BODY_LIMIT_BYTES = 1024 * 1024

/**
 * The body as it comes in, from the first byte. Nothing before this has touched it, so whoever was refused before has not
 * sent it for nothing. What is read is hashed on the way for the Idempotency-Key. Throws payload_too_large, from the
 * announced length before anything is read, and ClientGone.
 */
export async function* bodyChunks(c: Context<HubEnv>, maxBytes: number): AsyncGenerator<Uint8Array> {
  const announced = Number(c.req.header('Content-Length') ?? 0)
  if (announced > maxBytes) throw tooLarge(maxBytes)
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of source(c)) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge(maxBytes)
    hash.update(chunk)
    yield chunk
  }
  c.set('bodyHash', hash.digest('base64url'))
}

/** All of a body that is small enough to stand in memory. Throws like bodyChunks. */
export async function readBody(c: Context<HubEnv>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bodyChunks(c, maxBytes)) chunks.push(chunk)
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}

const tooLarge = (maxBytes: number): Problem =>
  new Problem('payload_too_large', { detail: `At most ${maxBytes} bytes are taken` })

/** The socket under a request; undefined for one that came without any, as from a test. */
export const socketOf = (c: Context<HubEnv>): Partial<HttpBindings> =>
  (c.env as HttpBindings | undefined) ?? {}

async function* source(c: Context<HubEnv>): AsyncGenerator<Uint8Array> {
  const { incoming, outgoing } = socketOf(c)
  // RFC 9110, 10.1.1: only now does a client that asks first begin to send.
  if (incoming && /^100-continue$/i.test(incoming.headers.expect ?? '')) outgoing?.writeContinue?.()
  const readable = incoming ?? (c.req.raw.body && Readable.fromWeb(c.req.raw.body as never))
  if (!readable) return
  try {
    // Whoever stops reading leaves the rest to unread-body.ts; to destroy it would take the answer with it.
    yield* (readable as IncomingMessage).iterator({ destroyOnReturn: false })
  } catch (error) {
    throw new ClientGone(error)
  }
}

/** Reads a body of JSON and hands it to the validation of the route. Throws unsupported_media_type and as readJson. */
export function takeJson(maxBytes: number): MiddlewareHandler<HubEnv> {
  return async function takeJson(c, next) {
    const type = c.req.header('Content-Type')
    if (type !== undefined && !isJson(type))
      throw new Problem('unsupported_media_type', { detail: 'Send application/json in UTF-8' })
    refuseEncoded(c)
    const bytes = await readBody(c, maxBytes)
    if (type === undefined) {
      if (bytes.byteLength > 0)
        throw new Problem('unsupported_media_type', { detail: 'Send application/json in UTF-8' })
      // Or the validator would look for the body that has just been read.
      c.req.raw = new Request(c.req.url, { method: c.req.method, headers: c.req.raw.headers })
    } else {
      const value = readJson(bytes)
      c.req.json = async () => value as never
    }
    await next()
  }
}

/** Reads a body whose handler judges it by itself, into `c.var.bytes`. */
export function takeBytes(maxBytes: number): MiddlewareHandler<HubEnv> {
  return async function takeBytes(c, next) {
    c.set('bytes', await readBody(c, maxBytes))
    await next()
  }
}

/** RFC 8259 knows no charset; many clients send that of its only encoding. */
const JSON_TYPE = /^application\/(?:[a-z0-9.-]+\+)?json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i

const isJson = (type: string): boolean => JSON_TYPE.test(type)

function refuseEncoded(c: Context<HubEnv>): void {
  const encoding = c.req.header('Content-Encoding')
  if (encoding !== undefined && !/^\s*identity\s*$/i.test(encoding))
    throw new Problem('unsupported_media_type', { detail: 'Send the body without Content-Encoding' })
}
