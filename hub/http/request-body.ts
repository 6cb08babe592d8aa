import { createHash } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyChunks as plainChunks, wholeOf } from '#shared/http/body-chunks.ts'
import { readJson } from '#shared/json/read-json.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { HubEnv } from './env.ts'

/** Default size limit of a body, in bytes. */
export const BODY_LIMIT_BYTES = 1024 * 1024

/** Reads a body in chunks like shared/http/body-chunks.ts, and hashes it for the Idempotency-Key. */
export async function* bodyChunks(c: Context<HubEnv>, maxBytes: number): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const chunk of plainChunks(c, maxBytes)) {
    hash.update(chunk)
    yield chunk
  }
  c.set('bodyHash', hash.digest('base64url'))
}

/** Reads a whole body into memory. Throws the errors of `bodyChunks`. */
export const readBody = (c: Context<HubEnv>, maxBytes: number): Promise<Uint8Array> =>
  wholeOf(bodyChunks(c, maxBytes))

/**
 * Middleware that reads a JSON body and passes it to the validation of the route. Throws
 * `unsupported_media_type` and the errors of `readJson`.
 */
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
      // Without a body, so that the validator does not try to read it again.
      c.req.raw = new Request(c.req.url, { method: c.req.method, headers: c.req.raw.headers })
    } else {
      const value = readJson(bytes)
      c.req.json = async () => value as never
    }
    await next()
  }
}

/** Middleware that reads a body into `c.var.bytes`, for handlers that validate it themselves. */
export function takeBytes(maxBytes: number): MiddlewareHandler<HubEnv> {
  return async function takeBytes(c, next) {
    c.set('bytes', await readBody(c, maxBytes))
    await next()
  }
}

/** JSON content type. RFC 8259 defines no charset parameter, but many clients send it as UTF-8. */
const JSON_TYPE = /^application\/(?:[a-z0-9.-]+\+)?json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i

const isJson = (type: string): boolean => JSON_TYPE.test(type)

function refuseEncoded(c: Context<HubEnv>): void {
  const encoding = c.req.header('Content-Encoding')
  if (encoding !== undefined && !/^\s*identity\s*$/i.test(encoding))
    throw new Problem('unsupported_media_type', { detail: 'Send the body without Content-Encoding' })
}
