import { idFromName } from '#shared/std/ids.ts'
import {
  type RawItem,
  UPLOAD_MAX_BYTES,
  UPLOAD_MAX_ITEMS,
  UploadItem,
  type UploadResult,
} from '#shared/sync/upload.ts'
import type { Ack, OutboxItem } from '../../journal/outbox.ts'

/** An item as it is sent. */
export interface SentItem {
  position: number
  item: UploadItem | RawItem
}

/**
 * Takes the first items, in order, as many as fit; always at least one, so that no item can block the outbox
 * by its size.
 */
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
 * Returns the hub's acknowledgements for a batch. A result counts only with the id of the item at its
 * position in the batch; after `later`, a missing result or one for another item, the item stays where it is.
 */
export function acksOf(batch: readonly SentItem[], results: readonly UploadResult[]): Ack[] {
  const byIndex = new Map(results.map((result) => [result.index, result]))
  return batch.flatMap(({ position, item }, index) => {
    const answer = byIndex.get(index)
    if (!answer || answer.result === 'later' || answer.id?.toLowerCase() !== item.id.toLowerCase()) return []
    return [{ position, result: answer.result, reasons: answer.reasons }]
  })
}

/**
 * Packs an item for the hub's quarantine. Unreadable fields of its envelope are omitted; an unreadable id is
 * replaced by one derived from the item, which is always the same.
 */
export function rawOf(item: UploadItem): RawItem {
  const text = JSON.stringify(item)
  const { shape } = UploadItem
  const id = shape.id.safeParse(item.id).data ?? idFromName(text)
  const seq = shape.seq.safeParse(item.seq).data
  const chain = shape.chain.safeParse(item.chain).data
  const raw = Buffer.from(text).toString('base64')
  return { id, ...(seq !== undefined && { seq }), ...(chain !== undefined && { chain }), raw }
}

/** True when the item still has the shape in which it was recorded. */
export const isReadable = (item: UploadItem): boolean => UploadItem.safeParse(item).success
