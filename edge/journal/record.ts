import type { UploadItem } from '#shared/sync/upload.ts'
import type { JournalWriter } from './journal.ts'

/**
 * Appends a permanent entry, with its hash link and its place in the outbox, in the transaction of `tx`
 * (docs/sync.md I-3). Returns its position in the journal.
 */
export function record(tx: JournalWriter, type: string, body: { id: string }, recordedAt: string): number {
  const entry: Pick<UploadItem, 'id' | 'type' | 'body'> = { id: body.id, type, body: JSON.stringify(body) }
  const position = tx.entries.append(entry, recordedAt)
  tx.outbox.add(position)
  return position
}
