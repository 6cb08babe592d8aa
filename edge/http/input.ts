import type { Context, MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import { bodyChunks, wholeOf } from '#shared/http/body-chunks.ts'
import { readJson } from '#shared/json/read-json.ts'
import { type FieldError, invalidRequest, Problem } from '#shared/problems/problem.ts'

/** Body limit of most routes, enough for a few short texts in which every letter is an escape of six characters. */
const BODY_LIMIT_BYTES = 16 * 1024

/** Requires a JSON body, because a foreign page can send forms without permission. */
export const requireJson: MiddlewareHandler = async function requireJson(c, next) {
  const hasBody =
    Number(c.req.header('Content-Length') ?? 0) > 0 || c.req.header('Transfer-Encoding') !== undefined
  const type = c.req.header('Content-Type')
  if ((hasBody || type !== undefined) && !isRead(c) && !/^application\/json\b/i.test(type ?? '')) {
    throw new Problem('unsupported_media_type', { detail: 'Send the body as application/json' })
  }
  await next()
}

const isRead = (c: Context): boolean => c.req.method === 'GET' || c.req.method === 'HEAD'

/**
 * Returns the validated body. A missing body counts as an empty object. The body is read only here, so that
 * callers without permission are refused first. Throws a problem that names the invalid field, or the problem
 * `payload_too_large`. Throws ClientGone when the client has disconnected.
 */
export async function readBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
  maxBytes = BODY_LIMIT_BYTES,
): Promise<z.output<Schema>> {
  const bytes = keptBody(c, maxBytes) ?? (await wholeOf(bodyChunks(c, maxBytes)))
  return check(bytes.byteLength === 0 ? {} : readJson(bytes), schema, '#')
}

/** Reads the body early and keeps it for `readBody`. */
export async function keepBody(c: Context, maxBytes: number): Promise<Uint8Array> {
  const bytes = await wholeOf(bodyChunks(c, maxBytes))
  c.set('body', bytes)
  return bytes
}

/** Returns the body read by `keepBody`, if any. Throws `payload_too_large`. */
function keptBody(c: Context, maxBytes: number): Uint8Array | undefined {
  const bytes = c.get('body') as Uint8Array | undefined
  if (bytes && bytes.byteLength > maxBytes) throw new Problem('payload_too_large')
  return bytes
}

/** Returns the validated query. A repeated parameter becomes a list, which no schema accepts. */
export function readQuery<Schema extends z.ZodObject>(c: Context, schema: Schema): z.output<Schema> {
  const given = Object.entries(c.req.queries())
  const query = given.map(([name, values]) => [name, values.length === 1 ? values[0] : values])
  return check(Object.fromEntries(query), schema, '#/query')
}

export function readParams<Schema extends z.ZodType>(c: Context, schema: Schema): z.output<Schema> {
  return check(c.req.param(), schema, '#/param')
}

function check<Schema extends z.ZodType>(value: unknown, schema: Schema, prefix: string): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw invalidRequest(parsed.error.issues, prefix)
  // Check only the schema's output. Unchecked input nested 100,000 levels deep would exhaust the stack.
  refuseUnwritable(parsed.data, prefix)
  return parsed.data
}

/** Throws for text that the hub's database cannot store: text with a NUL or with an unpaired surrogate. */
function refuseUnwritable(value: unknown, prefix: string): void {
  const nuls: FieldError[] = []
  const halves: FieldError[] = []
  visitTexts(value, prefix, (text, pointer) => {
    if (text.includes('\0')) nuls.push({ pointer, detail: 'contains a NUL byte' })
    if (!text.isWellFormed()) halves.push({ pointer, detail: 'contains half a character' })
  })
  if (nuls.length > 0) throw new Problem('nul_byte', { errors: nuls })
  if (halves.length > 0) throw new Problem('invalid_request', { errors: halves })
}

function visitTexts(value: unknown, pointer: string, visit: (text: string, pointer: string) => void): void {
  if (typeof value === 'string') visit(value, pointer)
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) visitTexts(member, `${pointer}/${key}`, visit)
}
