import { idFromName } from '#shared/std/ids.ts'
import {
  type RawItem,
  UPLOAD_MAX_BYTES,
  UPLOAD_MAX_ITEMS,
  UploadItem,
  type UploadResult,
} from '#shared/sync/upload.ts'
import type { Ack, OutboxItem } from '../../journal/outbox.ts'

/** An item in the form in which it is sent. */
export interface SentItem {
  position: number
  item: UploadItem | RawItem
}

/**
 * Takes as many of the first items as fit, in order. Always takes at least one, so that no item can block the
 * outbox by its size.
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
 * Returns the hub's acknowledgements for a batch. A result counts only if its id matches the item at its
 * index in the batch. After `later`, a missing result or a result for another item, the item stays in the
 * outbox.
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
 * Packs an item for the hub's quarantine. Unreadable fields of its envelope are omitted. An unreadable id is
 * replaced by a stable id derived from the item.
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

/** True when the item is still valid as recorded. */
export const isReadable = (item: UploadItem): boolean => UploadItem.safeParse(item).success
