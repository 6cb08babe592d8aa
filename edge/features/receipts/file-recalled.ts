import type { Logger } from 'pino'
import type { RecalledItem } from '#shared/sync/recall.ts'
import { entryHash } from '../../journal/chain.ts'
import type { JournalWriter } from '../../journal/journal.ts'
import { refile } from '../../journal/recovery/refile.ts'

/**
 * Stores a sale that the hub has sent back, so that its receipt can be found, reprinted and returned. It is
 * uploaded again only if the hub has lost it. A sale that is already in the journal is left unchanged.
 */
export function fileRecalled(tx: JournalWriter, item: RecalledItem, log: Logger): void {
  const { id, type, body, prevHash, hash, seq, receivedAt } = item
  const chainId = item.chain.toLowerCase()
  if (tx.entries.has(id) || chainId === tx.chains.current().id) return
  if (seq === null || entryHash({ id, type, body, prevHash, seq }) !== hash) {
    log.warn({ id }, 'the hub sent back a sale that does not match its hash')
    return
  }
  tx.chains.expectGaps({ id: chainId, series: '', reason: 'recalled' }, receivedAt)
  const position = tx.entries.putBack({
    id,
    type,
    body,
    prevHash,
    hash,
    seq,
    chainId,
    position: tx.entries.nextPositionForRecalled(),
    recordedAt: receivedAt,
  })
  tx.chains.noteRecalled(chainId, position)
  tx.outbox.acknowledge({ position, result: 'accepted', reasons: [] }, receivedAt)
  refile(tx, { id, type, body, position })
}

/**
 * Ends a recall: stores the returns that arrived before their receipts, and then those whose receipts never
 * arrived.
 */
export function finishRecall(tx: JournalWriter): void {
  for (const isLastTry of [false, true]) {
    for (const entry of tx.entries.listUnfiledSales()) refile(tx, entry, { isLastTry })
  }
  tx.meta.setRecall(null)
}
