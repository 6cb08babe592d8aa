import { z } from 'zod'
import type { uploads } from '#hub/db/tables/sync.ts'
import { integer } from '#shared/domain/fields.ts'
import { type Flag, flag } from '#shared/flags/flag.ts'
import { parseJson } from '#shared/json/json-limits.ts'
import { hasEscapedNul, textsWithNul } from '#shared/json/read-json.ts'
import { UPLOAD_BODY_LIMITS } from '#shared/sync/upload.ts'
import { UNREADABLE } from './read-upload.ts'
import { findReaders, type ReadItem } from './readers.ts'

type Upload = Pick<typeof uploads.$inferSelect, 'id' | 'type' | 'bytes' | 'correctedBody'>

const MOST_FAULTS = 20

/**
 * Returns the content of an item in custody, or the reasons why it cannot be read. Reads the user's
 * correction if there is one, otherwise the received bytes.
 */
export function readItem(upload: Upload): ReadItem | { faults: Flag[] } {
  const { type, text } = contentOf(upload)
  const readers = findReaders(type)
  if (!readers) return { faults: [flag('unknown_type', { type })] }
  let json: unknown
  try {
    json = parseJson(text, UPLOAD_BODY_LIMITS)
  } catch (error) {
    return { faults: [flag('malformed_json', { error: (error as Error).message })] }
  }
  const schema = z.object({ schema: integer() }).safeParse(json).data?.schema
  const reader = schema === undefined ? undefined : readers[schema]
  if (!reader) return { faults: [flag('unknown_schema', { schema: String(schema), type })] }
  const parsed = reader.safeParse(json)
  if (!parsed.success) {
    const { issues } = parsed.error
    return {
      faults: issues
        .slice(0, MOST_FAULTS)
        .map(({ path, message }) => flag('unreadable.field', { field: path.join('.'), error: message })),
    }
  }
  const item = { type, body: parsed.data } as ReadItem
  if (item.body.id !== upload.id) return { faults: [flag('id_mismatch', { id: item.body.id })] }
  if (hasRepeatedLine(item)) return { faults: [flag('line_repeated')] }
  // Only fields stored as text are checked. Everything else exists only in the received bytes.
  if (text.includes('\\u0000') && hasEscapedNul(JSON.stringify(item.body)))
    return {
      faults: [...textsWithNul(item.body)]
        .slice(0, MOST_FAULTS)
        .map(({ path }) => flag('nul_byte', { field: path.join('.') })),
    }
  return item
}

/**
 * Returns the type and the text to parse. When the envelope was unreadable, the bytes are the whole envelope,
 * and the correction is an envelope or the body of a sale.
 */
function contentOf({ type, bytes, correctedBody }: Upload): { type: string; text: string } {
  const text = correctedBody ?? bytes.toString('utf8')
  if (type !== UNREADABLE) return { type, text }
  const envelope = z.object({ type: z.string(), body: z.string() }).safeParse(parsed(text)).data
  return envelope ? { type: envelope.type, text: envelope.body } : { type: 'sale', text }
}

function parsed(text: string): unknown {
  try {
    return parseJson(text, UPLOAD_BODY_LIMITS)
  } catch {
    return undefined
  }
}

function hasRepeatedLine(item: ReadItem): boolean {
  if (item.type !== 'sale') return false
  return new Set(item.body.lines.map((line) => line.lineNo)).size < item.body.lines.length
}
