import type { UploadAnswer, UploadResult } from '#shared/sync/upload.ts'
import { type Custody, type Kept, OTHER_BODY, takeIntoCustody } from './custody.ts'
import { type Judgement, type PostingContext, postUploads } from './post-upload.ts'
import type { ReceivedUpload } from './read-upload.ts'

/**
 * Time after which a request returns the results so far. The remaining items are sent again or posted by the
 * sweep.
 */
const BUDGET_MS = 10_000
/** Size of a batch for custody. A normal upload fits into one batch, a giant one needs several. */
const PORTION_BYTES = 4 * 1024 * 1024

/**
 * Receives an upload: takes all items into custody, then judges them (docs/sync.md#upload). The answer has a
 * result for every item, even an invalid one.
 */
export async function receiveUpload(
  hub: PostingContext,
  organizationId: string,
  deviceId: string,
  upload: ReceivedUpload,
): Promise<UploadAnswer> {
  const deadlineMs = performance.now() + BUDGET_MS
  const kept: Kept[] = []
  const later: UploadResult[] = []
  let taken: Pick<Custody, 'custody' | 'directives'> = { custody: [], directives: [] }
  for (const items of portionsOf(upload.items)) {
    if (performance.now() > deadlineMs) {
      later.push(...items.map(({ index, id }) => ({ index, id, result: 'later' as const, reasons: [] })))
      continue
    }
    const { kept: some, ...rest } = await takeIntoCustody(hub.db, organizationId, deviceId, {
      ...upload,
      items,
    })
    kept.push(...some)
    taken = rest
  }
  const judged = await postUploads(hub, organizationId, kept.flatMap(toBePosted), deadlineMs)
  // An event can request a receipt by mail.
  if (upload.items.some(({ type }) => type === 'till_event')) hub.jobs.wake('mail')
  return {
    results: [...kept.map((each) => resultOf(each, judged.get(each.item.id))), ...later],
    ...taken,
    serverTime: new Date().toISOString(),
  }
}

/** Splits items into batches. Returns at least one batch, because an upload without items must be processed too. */
function portionsOf(items: ReceivedUpload['items']): ReceivedUpload['items'][] {
  const portions: ReceivedUpload['items'][] = [[]]
  let sizeBytes = 0
  for (const item of items) {
    if (sizeBytes > PORTION_BYTES) {
      portions.push([])
      sizeBytes = 0
    }
    portions.at(-1)?.push(item)
    sizeBytes += item.bytes.length
  }
  return portions
}

function toBePosted({ item, outcome, status }: Kept): string[] {
  return outcome !== 'conflict' && (status === 'received' || status === 'held') ? [item.id] : []
}

function resultOf({ item, outcome, status }: Kept, judgement: Judgement | undefined): UploadResult {
  const named = { index: item.index, id: item.id }
  if (outcome === 'conflict') return { ...named, result: 'conflict', reasons: [OTHER_BODY] }
  const { status: now, reasons: found } = judgement ?? { status, reasons: item.faults }
  const reasons = found.map(({ code, detail }) => ({ code, detail }))
  if (outcome === 'duplicate') return { ...named, result: 'duplicate', reasons }
  return { ...named, result: now === 'posted' ? 'accepted' : now === 'quarantined' ? now : 'held', reasons }
}
