import { z } from 'zod'
import { Count, Position, UtcTime } from '#shared/contracts/common.ts'
import type { JsonLimits } from '#shared/json/json-limits.ts'
import { AgentReport } from './report.ts'

/**
 * POST /api/pos/v1/sales. A till sends what it has written down, in the order of its own sequence numbers, at least
 * once; the id makes it exactly once. The hub takes custody of the bytes first and judges after: every item gets a
 * result of its own, and a bad one never holds up its neighbours (docs/sync.md#upload).
 */
export const UPLOAD_MAX_ITEMS = 100
/** A till closes a batch at this many bytes of body text, so that a slow line still makes progress. */
export const UPLOAD_MAX_BYTES = 512 * 1024

/**
 * Of the body of an item: what takes less than a tenth of a second to parse. A receipt of 5,000 lines has some 100,000 values. What
 * nobody looks at may be nested deep.
 */
export const UPLOAD_BODY_LIMITS: JsonLimits = { values: 300_000, depth: 100_000 }

/** What the till sends. The hub reads it leniently: an item that does not fit goes to quarantine. */
export const UploadItem = z.object({
  id: z.guid().meta({ description: 'Hashed as it stands, whatever its letter case', format: 'uuid' }),
  seq: Position.meta({ description: 'Gapless per chain, from 1' }),
  chain: z
    .guid()
    .optional()
    .meta({ description: 'The chain it belongs to; left out: the first one of the device', format: 'uuid' }),
  type: z
    .string()
    .max(50)
    .meta({ description: 'sale, shift_opened, shift_closed, cash_movement, till_event' }),
  prevHash: z
    .string()
    .max(128)
    .meta({ description: 'Hash of the item before it in its chain; empty for the first' }),
  hash: z
    .string()
    .max(128)
    .meta({ description: 'SHA-256 in hex of prevHash, LF, seq, LF, id, LF, type, LF, body' }),
  body: z.string().meta({ description: 'The JSON text exactly as it was written down at the till' }),
})
export type UploadItem = z.infer<typeof UploadItem>

/**
 * An item that was refused repeatedly, or was damaged on the disk of its till: encoded, so that no proxy on the way can
 * reject its content. The hub keeps it under its id, in quarantine (docs/sync.md#upload). Number and chain are left out
 * where they cannot be read.
 */
export const RawItem = z.object({
  id: UploadItem.shape.id,
  seq: UploadItem.shape.seq.optional(),
  chain: UploadItem.shape.chain,
  raw: z.base64().meta({ description: 'The item as JSON, in base64' }),
})
export type RawItem = z.infer<typeof RawItem>

/**
 * A run of sequence numbers, each item bearing the hash of the one before. A device begins with one, whose id is the
 * device's; it begins another, with a receipt series of its own, when it cannot be sure of the end of the last: its
 * journal was lost or restored, or the hub says that somebody else continues it (docs/sync.md I-16).
 */
export const Chain = z.object({
  id: z.guid(),
  series: z.string().max(32),
  reason: z.enum(['enrolled', 'journal_lost', 'journal_restored', 'fork']),
})
export type Chain = z.infer<typeof Chain>

/** A chain as its device tells of it. */
export const ToldChain = Chain.extend({
  acknowledged: z.guid().optional().meta({ description: 'The last item of it that the hub took over' }),
  alsoAcknowledged: z
    .array(z.guid())
    .max(10)
    .optional()
    .meta({ description: 'The last of its other sorts: own sales, sales given back, all that is no sale' }),
})
export type ToldChain = z.infer<typeof ToldChain>

/** A chain of which a device has only what the hub once gave back to it (recall.ts). */
export const RecalledChain = z.object({
  id: z.guid(),
  acknowledged: z.guid().meta({ description: 'The last item of it that the device has' }),
})
export type RecalledChain = z.infer<typeof RecalledChain>

/** What the hub holds of a chain. */
export const ChainCustody = z
  .object({
    chain: z.guid(),
    watermark: Count.meta({ description: 'Highest sequence number with no hole below it' }),
    highest: Count.meta({ description: 'Highest sequence number received' }),
    holes: z.array(Count).meta({ description: 'Missing numbers below the highest, the first 100' }),
  })
  .meta({ id: 'ChainCustody' })
export type ChainCustody = z.infer<typeof ChainCustody>

/** An upload without items only reports, and asks what the hub holds. */
export const UploadRequest = z.object({
  bootId: z.string().max(64).optional(),
  chains: z
    .array(ToldChain)
    .max(100)
    .optional()
    .meta({ description: 'The chains this device has, oldest first' }),
  recalled: z
    .array(RecalledChain)
    .max(100)
    .optional()
    .meta({ description: 'Other chains of which it has items: a restored hub may have lost them' }),
  report: AgentReport.optional(),
  sales: z.array(z.union([UploadItem, RawItem])).max(UPLOAD_MAX_ITEMS),
})
export type UploadRequest = z.infer<typeof UploadRequest>

/**
 * accepted: in custody and posted. held: in custody, to be posted later. quarantined: in custody, needs a person.
 * duplicate: had it already. conflict: another body under the same id, both kept. later: not looked at, send again.
 * All but `later` let the till forget the item.
 */
export const UploadOutcome = z.enum(['accepted', 'held', 'quarantined', 'duplicate', 'conflict', 'later'])
export type UploadOutcome = z.infer<typeof UploadOutcome>

export const UploadResult = z
  .object({
    index: Count,
    id: z.string().nullable(),
    result: UploadOutcome,
    reasons: z.array(z.object({ code: z.string(), detail: z.string() })),
  })
  .meta({ id: 'UploadResult' })
export type UploadResult = z.infer<typeof UploadResult>

/**
 * What the agent must do; it ignores unknown codes.
 * new_chain: another agent goes on with your chain: begin this one with what is sold next.
 * offer_again: the item that you name as acknowledged is not here: offer that chain again from its beginning.
 * resnapshot: throw the replica away and download it again.
 */
export const Directive = z
  .object({
    code: z.string(),
    chain: z.guid().optional(),
    series: z.string().optional(),
  })
  .meta({ id: 'Directive' })
export type Directive = z.infer<typeof Directive>

export const UploadAnswer = z
  .object({
    results: z.array(UploadResult),
    custody: z.array(ChainCustody).meta({ description: 'All chains of the device' }),
    directives: z.array(Directive),
    serverTime: UtcTime,
  })
  .meta({ id: 'UploadAnswer' })
export type UploadAnswer = z.infer<typeof UploadAnswer>

/** What is hashed for the chain of a device: any change, removal or reordering of its items shows. */
export function hashInput(item: Pick<UploadItem, 'prevHash' | 'seq' | 'id' | 'type' | 'body'>): string {
  return `${item.prevHash}\n${item.seq}\n${item.id}\n${item.type}\n${item.body}`
}
