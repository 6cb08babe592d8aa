import { z } from 'zod'
import { Count, Id, Position, paragraphs, UtcTime, Version } from '#shared/domain/fields.ts'
import { BooleanQuery, ById, listQuery, pageOf } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { FlaggedProduct, FlagValues } from '../sales/retail-sales.ts'

/**
 * Kind of a work list item: an upload of a till that a user at head office must review. `quarantined`: cannot
 * be read or booked. `conflict`: two bodies under one id. `flagged`: booked, but looks wrong. `fork`: a chain
 * continues in two ways. `clone`: two agents have one identity. `hole`: a number is missing and does not
 * arrive.
 */
export const WorkItemKind = z.enum(['quarantined', 'conflict', 'flagged', 'fork', 'clone', 'hole'])

const Reason = z.object({
  code: z.string(),
  detail: z.string(),
  values: FlagValues.optional(),
  product: FlaggedProduct.optional(),
})

export const WorkItem = z
  .object({
    id: Id,
    version: Version,
    kind: WorkItemKind,
    reasons: z.array(Reason),
    openedAt: UtcTime,
    settledAt: UtcTime.nullable(),
    settledByName: z.string().nullable().meta({ description: 'null when it was settled automatically' }),
    note: z.string().nullable(),
    device: z.object({ id: Id, name: z.string(), retailPointId: Id, retailPointName: z.string() }).nullable(),
    upload: z
      .object({
        id: Id,
        type: z.string(),
        seq: Position.nullable(),
        receivedAt: UtcTime,
        status: z.enum(['received', 'posted', 'held', 'quarantined']),
        receiptNumber: z.string().nullable().meta({ description: 'Number of a sale that could be read' }),
      })
      .nullable(),
  })
  .meta({ id: 'WorkItem' })
export type WorkItem = z.infer<typeof WorkItem>

/** Number of bytes of a body that are included in the item. A till can send megabytes. */
export const SHOWN_BODY_BYTES = 32 * 1024

/** Received bytes as base64, and also as text if they are valid UTF-8. */
export const Body = z.object({
  hash: z.string(),
  bytes: Count.meta({ description: 'Length of the whole body; /bodies/{body} returns it as a file' }),
  text: z.string().nullable().meta({ description: 'First 32 KB as text' }),
  base64: z.string().meta({ description: 'First 32 KB in base64' }),
})

export const WorkItemDetail = WorkItem.extend({
  body: Body.nullable(),
  otherBody: Body.nullable().meta({ description: 'For conflicts: the second body' }),
  correctedBody: z
    .string()
    .nullable()
    .meta({ description: 'Correction by a user: the first 32 KB; /bodies/corrected returns all of it' }),
}).meta({ id: 'WorkItemDetail' })
export type WorkItemDetail = z.infer<typeof WorkItemDetail>

export const WorkItemBodyName = z.enum(['first', 'other', 'corrected'])
export type WorkItemBodyName = z.infer<typeof WorkItemBodyName>
/** Path parameters of the request for a whole body. */
export const WorkItemBody = ById.extend({ body: WorkItemBodyName })

const WorkItemPage = pageOf(WorkItem, 'WorkItemPage')
export const WorkListQuery = listQuery(['openedAt', 'settledAt', 'kind']).extend({
  kind: WorkItemKind.optional(),
  isSettled: BooleanQuery.prefault('false').meta({ description: 'false: open items (the default)' }),
  deviceId: Id.optional(),
  retailPointId: Id.optional(),
})
export type WorkListQuery = z.output<typeof WorkListQuery>

/** Request to post the upload again, optionally with a `body` corrected by a user. The received bytes are kept. */
export const RetryWorkItem = z
  .strictObject({ version: Version, body: z.string().max(1_000_000).optional() })
  .meta({ id: 'RetryWorkItem' })
export type RetryWorkItem = z.output<typeof RetryWorkItem>

/** Request to mark the item as resolved. The note describes what was done. */
export const SettleWorkItem = z
  .strictObject({ version: Version, note: paragraphs(2000) })
  .meta({ id: 'SettleWorkItem' })
export type SettleWorkItem = z.output<typeof SettleWorkItem>

const base = '/api/sync/work-list'
export const WORK_LIST = endpoint({ method: 'get', path: base, query: WorkListQuery, answer: WorkItemPage })
export const WORK_ITEM = endpoint({ method: 'get', path: `${base}/{id}`, answer: WorkItemDetail })
export const RETRY_WORK_ITEM = endpoint({
  method: 'post',
  path: `${base}/{id}/retry`,
  body: RetryWorkItem,
  answer: WorkItem,
})
export const SETTLE_WORK_ITEM = endpoint({
  method: 'post',
  path: `${base}/{id}/settle`,
  body: SettleWorkItem,
  answer: WorkItem,
})
