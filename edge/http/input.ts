import type { Context, MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import { bodyChunks, wholeOf } from '#shared/http/body-chunks.ts'
import { readJson } from '#shared/json/read-json.ts'
import { type FieldError, invalidRequest, Problem } from '#shared/problems/problem.ts'

/** What most routes take: a few short texts, each letter of which may be written as an escape of six. */
const BODY_LIMIT_BYTES = 16 * 1024

/** A body is JSON: forms are what a foreign page can send without asking. */
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
 * The checked body; one left out counts as an empty object. It is read here and not before: whoever may not is refused
 * without it. Throws the problem that names what is wrong, payload_too_large and ClientGone.
 */
export async function readBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
  maxBytes = BODY_LIMIT_BYTES,
): Promise<z.output<Schema>> {
  const bytes = keptBody(c, maxBytes) ?? (await wholeOf(bodyChunks(c, maxBytes)))
  return check(bytes.byteLength === 0 ? {} : readJson(bytes), schema, '#')
}

/** Reads the body now; readBody finds it. */
export async function keepBody(c: Context, maxBytes: number): Promise<Uint8Array> {
  const bytes = await wholeOf(bodyChunks(c, maxBytes))
  c.set('body', bytes)
  return bytes
}

/** Throws payload_too_large. */
function keptBody(c: Context, maxBytes: number): Uint8Array | undefined {
  const bytes = c.get('body') as Uint8Array | undefined
  if (bytes && bytes.byteLength > maxBytes) throw new Problem('payload_too_large')
  return bytes
}

/** The checked query. A parameter that is given twice is a list, which no schema takes. */
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
  // Only what the schema let through: nested a hundred thousand deep, the rest would exhaust the stack.
  refuseUnwritable(parsed.data, prefix)
  return parsed.data
}

/** Text that the database of the hub cannot hold: with a NUL, or with half a surrogate pair. */
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
