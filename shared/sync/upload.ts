import { z } from 'zod'
import { Count, Position, UtcTime } from '#shared/domain/fields.ts'
import type { JsonLimits } from '#shared/json/json-limits.ts'
import { AgentReport } from './report.ts'

/**
 * Maximum number of items in POST /api/pos/v1/sales. A till sends its records at least once, in the order of
 * its sequence numbers. The id makes the delivery exactly once. The hub takes custody of the bytes first and
 * validates them afterwards. Every item gets its own result, and an invalid item never delays the others
 * (docs/sync.md#upload).
 */
export const UPLOAD_MAX_ITEMS = 100
/** Maximum size of a batch in bytes of body text. It is small enough for progress on a slow connection. */
export const UPLOAD_MAX_BYTES = 512 * 1024

/**
 * Limits of an item body, which keep its parsing below a tenth of a second. A receipt of 5,000 lines has some
 * 100,000 values. Members that are unknown to the hub can be deeply nested.
 */
export const UPLOAD_BODY_LIMITS: JsonLimits = { values: 300_000, depth: 100_000 }

/** Item sent by the till. The hub parses it leniently: an invalid item is quarantined. */
export const UploadItem = z.object({
  id: z.guid().meta({ description: 'Hashed unchanged, including its letter case', format: 'uuid' }),
  seq: Position.meta({ description: 'Gapless per chain, from 1' }),
  chain: z
    .guid()
    .optional()
    .meta({ description: 'Chain of the item; defaults to the first chain of the device', format: 'uuid' }),
  type: z
    .string()
    .max(50)
    .meta({ description: 'sale, shift_opened, shift_closed, cash_movement, till_event' }),
  prevHash: z
    .string()
    .max(128)
    .meta({ description: 'Hash of the previous item in the chain; empty for the first' }),
  hash: z
    .string()
    .max(128)
    .meta({ description: 'SHA-256 in hex of prevHash, LF, seq, LF, id, LF, type, LF, body' }),
  body: z.string().meta({ description: 'The JSON text exactly as the till recorded it' }),
})
export type UploadItem = z.infer<typeof UploadItem>

/**
 * Item that was refused repeatedly or was damaged on the disk of its till. It is encoded in base64, so that
 * no proxy can reject its content. The hub keeps it under its id in quarantine (docs/sync.md#upload).
 * Sequence number and chain are left out when they are unreadable.
 */
export const RawItem = z.object({
  id: UploadItem.shape.id,
  seq: UploadItem.shape.seq.optional(),
  chain: UploadItem.shape.chain,
  raw: z.base64().meta({ description: 'The item as JSON, in base64' }),
})
export type RawItem = z.infer<typeof RawItem>

/**
 * Sequence of numbered items, each with the hash of the previous one. The first chain of a device has the id
 * of the device. The device starts another chain, with its own receipt series, when the end of the last chain
 * is uncertain: its journal was lost or restored, or the hub reports that another agent continues the chain
 * (docs/sync.md I-16).
 */
export const Chain = z.object({
  id: z.guid(),
  series: z.string().max(32),
  reason: z.enum(['enrolled', 'journal_lost', 'journal_restored', 'fork']),
})
export type Chain = z.infer<typeof Chain>

/** Chain as reported by its device. */
export const ReportedChain = Chain.extend({
  acknowledged: z.guid().optional().meta({ description: 'Last item of the chain acknowledged by the hub' }),
  alsoAcknowledged: z.array(z.guid()).max(10).optional().meta({
    description:
      'Last acknowledged item of each other sort: own sales, recalled sales, records other than sales',
  }),
})
export type ReportedChain = z.infer<typeof ReportedChain>

/** Chain of which a device holds only items that the hub returned to it (recall.ts). */
export const RecalledChain = z.object({
  id: z.guid(),
  acknowledged: z.guid().meta({ description: 'Last item of the chain that the device has' }),
})
export type RecalledChain = z.infer<typeof RecalledChain>

/** Items of a chain in the custody of the hub. */
export const ChainCustody = z
  .object({
    chain: z.guid(),
    watermark: Count.meta({ description: 'Highest sequence number without a gap below it' }),
    highest: Count.meta({ description: 'Highest sequence number received' }),
    holes: z.array(Count).meta({ description: 'The first 100 missing numbers below the highest' }),
  })
  .meta({ id: 'ChainCustody' })
export type ChainCustody = z.infer<typeof ChainCustody>

/**
 * Upload of a till. Without items it only reports the state of the agent and requests the custody state of
 * the hub.
 */
export const UploadRequest = z.object({
  bootId: z.string().max(64).optional(),
  chains: z
    .array(ReportedChain)
    .max(100)
    .optional()
    .meta({ description: 'The chains this device has, oldest first' }),
  recalled: z
    .array(RecalledChain)
    .max(100)
    .optional()
    .meta({ description: 'Other chains of which the device has items: a restored hub may have lost them' }),
  report: AgentReport.optional(),
  sales: z.array(z.union([UploadItem, RawItem])).max(UPLOAD_MAX_ITEMS),
})
export type UploadRequest = z.infer<typeof UploadRequest>

/**
 * Result of an item. accepted: in custody and posted. held: in custody, to be posted later. quarantined: in
 * custody, needs a user. duplicate: already in custody. conflict: another body exists under the same id, and
 * both are kept. later: not processed, must be sent again. With every result except `later`, the till can
 * delete the item.
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
 * Instruction for the agent, which ignores unknown codes. new_chain: another agent continues this chain, so
 * the device must start the given chain with its next sale. offer_again: the hub lacks the item reported as
 * acknowledged, so the device must upload the chain again from its beginning. resnapshot: the device must
 * delete the replica and download it again.
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

/**
 * Returns the text that is hashed for the chain of a device. The hashes reveal any change, removal or
 * reordering of items.
 */
export function hashInput(item: Pick<UploadItem, 'prevHash' | 'seq' | 'id' | 'type' | 'body'>): string {
  return `${item.prevHash}\n${item.seq}\n${item.id}\n${item.type}\n${item.body}`
}
