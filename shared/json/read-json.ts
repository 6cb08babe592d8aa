import { type Fault, faultyFields, Problem } from '#shared/problems/problem.ts'
import { excessOf, JSON_LIMITS } from './json-limits.ts'

/** Escaped NUL in JSON: `\u0000` after an even number of backslashes. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/

/** True when a string in this JSON contains an escaped NUL. */
export const hasEscapedNul = (json: string): boolean => ESCAPED_NUL.test(json)

/**
 * Parses an untrusted body before it is validated by a schema. Throws `malformed_json`, also for invalid
 * UTF-8 (RFC 8259, section 8.1). Throws `invalid_request` for more values or deeper nesting than any contract
 * accepts. Throws `nul_byte`, because PostgreSQL cannot store a NUL, and names the affected fields when the
 * NUL is escaped.
 */
export function readJson(bytes: Uint8Array): unknown {
  const text = decodeUtf8(bytes)
  if (text.includes('\0')) throw new Problem('nul_byte')
  const excess = excessOf(text, JSON_LIMITS)
  if (excess) throw faultyFields('invalid_request', [{ path: [], detail: excess }])
  const value = parse(text)
  if (hasEscapedNul(text)) throw faultyFields('nul_byte', textsWithNul(value))
  return value
}

/** Decodes UTF-8. Throws `malformed_json` for an invalid byte instead of replacing it. */
function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Problem('malformed_json', { detail: 'The body is not UTF-8' })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Problem('malformed_json', { detail: (error as Error).message })
  }
}

/** Yields a fault for each string or member name with a NUL in a body within the depth of `JSON_LIMITS`. */
export function* textsWithNul(value: unknown, path: readonly string[] = []): Generator<Fault> {
  if (typeof value === 'string' && value.includes('\0')) yield { path, detail: 'contains a NUL byte' }
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    const at = [...path, key.replaceAll('\0', '')]
    if (key.includes('\0')) yield { path: at, detail: 'has a NUL byte in its name' }
    yield* textsWithNul(member, at)
  }
}
