import type { MiddlewareHandler } from 'hono'
import { type Fault, faultyFields, Problem } from '#shared/problems/problem.ts'
import type { HubEnv } from './env.ts'

/** A NUL as JSON writes it: \u0000 behind an even number of backslashes. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/

/** Whether a text in this JSON contains a NUL. */
export const hasEscapedNul = (json: string): boolean => ESCAPED_NUL.test(json)

/**
 * Text with a NUL byte is refused everywhere (interface specification, section 7): PostgreSQL cannot hold it. Only what
 * agents ask by themselves is answered all the same: the upload takes it in, as bytes, because a sale is never refused,
 * and a cursor that has one in it cannot be read.
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
  try {
    return faultyFields('nul_byte', textsWithNul(JSON.parse(text)))
  } catch {
    // Not JSON: there is no field to name.
    return new Problem('nul_byte')
  }
}

/** Not by recursion: how deep the body goes is up to who sends it. */
function* textsWithNul(body: unknown): Generator<Fault> {
  type Place = { value: unknown; key?: string; parent?: Place }
  const places: Place[] = [{ value: body }]
  for (let place = places.pop(); place; place = places.pop()) {
    const { value } = place
    if (typeof value === 'string' && value.includes('\0')) {
      const path: string[] = []
      for (let at: Place | undefined = place; at?.key !== undefined; at = at.parent)
        path.unshift(at.key.replaceAll('\0', ''))
      yield { path, detail: 'contains a NUL byte' }
    }
    if (typeof value === 'object' && value !== null)
      for (const [key, member] of Object.entries(value).reverse())
        places.push({ value: member, key, parent: place })
  }
}
