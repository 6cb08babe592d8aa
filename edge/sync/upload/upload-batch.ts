import { idFromName } from '#shared/std/ids.ts'
import {
  type RawItem,
  UPLOAD_MAX_BYTES,
  UPLOAD_MAX_ITEMS,
  UploadItem,
  type UploadResult,
} from '#shared/sync/upload.ts'
import type { Ack, OutboxItem } from '../../journal/outbox.ts'

/** An item as it goes out. */
export interface SentItem {
  position: number
  item: UploadItem | RawItem
}

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
 * position in the batch; `later`, a missing result or one for something else leaves the item where it is.
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
 * Packs an item up for the hub to keep in quarantine. What cannot be read of its envelope is left out; in place of the id
 * stands one that the same item always gets.
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

/** Whether it still has the shape that it was written down in. */
export const isReadable = (item: UploadItem): boolean => UploadItem.safeParse(item).success
