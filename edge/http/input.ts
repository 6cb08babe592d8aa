import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { z } from 'zod'
import { type FieldError, invalidRequest, Problem } from '#shared/problems/problem.ts'
import type { EdgeEnv } from './env.ts'

const MAX_BODY_BYTES = 1024 * 1024

export const limitBody = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => {
    throw new Problem('payload_too_large', { detail: `At most ${MAX_BODY_BYTES} bytes` })
  },
})

/** A body is JSON: forms are what a foreign page can send without asking. */
export const requireJson: MiddlewareHandler<EdgeEnv> = async function requireJson(c, next) {
  const hasBody =
    Number(c.req.header('Content-Length') ?? 0) > 0 || c.req.header('Transfer-Encoding') !== undefined
  const type = c.req.header('Content-Type')
  if ((hasBody || type !== undefined) && !isRead(c) && !/^application\/json\b/i.test(type ?? '')) {
    throw new Problem('unsupported_media_type', { detail: 'Send the body as application/json' })
  }
  await next()
}

const isRead = (c: Context): boolean => c.req.method === 'GET' || c.req.method === 'HEAD'

/** The checked body; one left out counts as an empty object. Throws the problem that names what is wrong. */
export async function readBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = await c.req.text()
  return check(text === '' ? {} : parse(text), schema, '#')
}

export function readQuery<Schema extends z.ZodType>(c: Context, schema: Schema): z.output<Schema> {
  return check(c.req.query(), schema, '#/query')
}

export function readParams<Schema extends z.ZodType>(c: Context, schema: Schema): z.output<Schema> {
  return check(c.req.param(), schema, '#/param')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Problem('malformed_json', { detail: (error as Error).message })
  }
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
