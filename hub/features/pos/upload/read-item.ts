import { z } from 'zod'
import type { Reason, uploads } from '#hub/db/tables/sync.ts'
import { integer } from '#shared/contracts/common.ts'
import { hasEscapedNul, textsWithNul } from '#shared/json/read-json.ts'
import type { Fault } from '#shared/problems/problem.ts'
import { UNREADABLE } from './read-upload.ts'
import { findReaders, type ReadItem } from './readers.ts'

type Upload = Pick<typeof uploads.$inferSelect, 'id' | 'type' | 'bytes' | 'correctedBody'>

const MOST_FAULTS = 20

/** What an item in custody says, or why it cannot be read: of what a person has made of it, else of its bytes. */
export function readItem(upload: Upload): ReadItem | { faults: Reason[] } {
  const { type, text } = contentOf(upload)
  const readers = findReaders(type)
  if (!readers) return fault('unknown_type', `Items of type ${type} are not known`)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    return fault('malformed_json', (error as Error).message)
  }
  const schema = z.object({ schema: integer() }).safeParse(json).data?.schema
  const reader = schema === undefined ? undefined : readers[schema]
  if (!reader) return fault('unknown_schema', `There is no schema ${schema} of ${type}`)
  const parsed = reader.safeParse(json)
  if (!parsed.success) {
    return faultsAt(
      'unreadable',
      parsed.error.issues.map(({ path, message }) => ({ path, detail: message })),
    )
  }
  const item = { type, body: parsed.data } as ReadItem
  if (item.body.id !== upload.id) return fault('id_mismatch', `The body has the id ${item.body.id}`)
  if (hasRepeatedLine(item)) return fault('line_repeated', 'Two lines have one number')
  // Only what is stored as text counts: whatever else is in there stays in the bytes.
  if (text.includes('\\u0000') && hasEscapedNul(JSON.stringify(item.body)))
    return faultsAt('nul_byte', [...textsWithNul(item.body)])
  return item
}

function faultsAt(code: string, faults: Fault[]): { faults: Reason[] } {
  const named = faults.slice(0, MOST_FAULTS)
  return { faults: named.map(({ path, detail }) => ({ code, detail: `${path.join('.')}: ${detail}` })) }
}

function fault(code: string, detail: string): { faults: Reason[] } {
  return { faults: [{ code, detail }] }
}

/**
 * The type and the text to read. Of an item whose envelope could not be read, the bytes are the envelope; a correction
 * of it may be one, or the body of a sale.
 */
function contentOf({ type, bytes, correctedBody }: Upload): { type: string; text: string } {
  const text = correctedBody ?? bytes.toString('utf8')
  if (type !== UNREADABLE) return { type, text }
  const envelope = z.object({ type: z.string(), body: z.string() }).safeParse(parsed(text)).data
  return envelope ? { type: envelope.type, text: envelope.body } : { type: 'sale', text }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function hasRepeatedLine(item: ReadItem): boolean {
  if (item.type !== 'sale') return false
  return new Set(item.body.lines.map((line) => line.lineNo)).size < item.body.lines.length
}
