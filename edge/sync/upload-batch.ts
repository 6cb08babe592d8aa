import {
  type RawItem,
  UPLOAD_MAX_BYTES,
  UPLOAD_MAX_ITEMS,
  type UploadItem,
  type UploadResult,
} from '#shared/sync/upload.ts'
import type { Ack, OutboxItem } from '../journal/outbox.ts'

/** The first items, in order, as many as fit; always at least one, so that no item can block the outbox by its size. */
export function takeBatch(
  items: Iterable<OutboxItem>,
  maxItems = UPLOAD_MAX_ITEMS,
  maxBytes = UPLOAD_MAX_BYTES,
): OutboxItem[] {
  const batch: OutboxItem[] = []
  let bytes = 0
  for (const one of items) {
    bytes += Buffer.byteLength(JSON.stringify(one.item))
    if (batch.length > 0 && bytes > maxBytes) break
    batch.push(one)
    if (batch.length >= maxItems) break
  }
  return batch
}

/**
 * What the hub has taken over of a batch. A result counts only for the very item whose id it bears at that item's
 * place in the batch; `later`, a missing result or one for something else leaves the item where it is.
 */
export function acksOf(batch: readonly OutboxItem[], results: readonly UploadResult[]): Ack[] {
  const byIndex = new Map(results.map((result) => [result.index, result]))
  return batch.flatMap(({ place, item }, index) => {
    const answer = byIndex.get(index)
    if (!answer || answer.result === 'later' || answer.id?.toLowerCase() !== item.id.toLowerCase()) return []
    return [{ place, result: answer.result, reasons: answer.reasons }]
  })
}

/** Packs an item up for the hub to keep in quarantine. */
export function rawOf(item: UploadItem): RawItem {
  const { id, seq, chain } = item
  const raw = Buffer.from(JSON.stringify(item)).toString('base64')
  return { id, seq, ...(chain !== undefined && { chain }), raw }
}
