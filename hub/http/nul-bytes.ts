import type { MiddlewareHandler } from 'hono'
import { Problem } from '#shared/problems/problem.ts'
import type { HubEnv } from './env.ts'

/** A NUL as JSON writes it: \u0000 behind an even number of backslashes. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/

/** Whether a text in this JSON contains a NUL. */
export const hasEscapedNul = (json: string): boolean => ESCAPED_NUL.test(json)

/**
 * Text with a NUL byte is refused everywhere (interface specification, section 7): PostgreSQL cannot hold it. Only the
 * upload of sales takes it in, as bytes, because a sale is never refused.
 */
export const refuseNulBytes: MiddlewareHandler<HubEnv> = async function refuseNulBytes(c, next) {
  if (/%00/.test(c.req.url)) throw new Problem('nul_byte', { detail: 'The address contains a NUL byte' })
  const type = c.req.header('Content-Type') ?? ''
  if (/json|x-www-form-urlencoded/i.test(type) && c.req.raw.body) {
    const text = await c.req.text()
    if (text.includes('\0') || hasEscapedNul(text)) throw nulInBody(text)
    if (/urlencoded/i.test(type) && text.includes('%00')) throw new Problem('nul_byte')
  }
  await next()
}

function nulInBody(text: string): Problem {
  const pointers: string[] = []
  try {
    find(JSON.parse(text), '#', pointers)
  } catch {
    // Not JSON: there is no field to name.
  }
  return new Problem('nul_byte', {
    errors: pointers.map((pointer) => ({ pointer, detail: 'contains a NUL byte' })),
  })
}

function find(value: unknown, pointer: string, found: string[]): void {
  if (typeof value === 'string' && value.includes('\0')) found.push(pointer)
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value))
    find(member, `${pointer}/${key.replaceAll('\0', '')}`, found)
}
