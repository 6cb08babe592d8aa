import { z } from 'zod'
import { Id, integerQuery, Position, UtcTime } from '#shared/contracts/common.ts'
import { UploadItem } from './upload.ts'

/**
 * GET /api/pos/v1/sales gives a device its own uploaded sales back, and those of the devices it replaces: what an agent
 * whose journal was lost needs to find, copy and take back receipts again (docs/faults.md F17, F19).
 */
export const RecallQuery = z.object({
  since: UtcTime.optional().meta({ description: 'Received at the hub at or after this moment' }),
  after: Id.optional().meta({ description: '`next` of the page before' }),
  limit: integerQuery(1, 500).default(200),
})
export type RecallQuery = z.output<typeof RecallQuery>

export const RecalledItem = UploadItem.extend({
  chain: z.guid(),
  seq: Position.nullable(),
  deviceId: Id,
  receivedAt: UtcTime,
})
export type RecalledItem = z.infer<typeof RecalledItem>

/** In the order of ids, which for v7 ids is about the order of time. */
export const RecallAnswer = z
  .object({ items: z.array(RecalledItem), next: Id.nullable() })
  .meta({ id: 'RecallAnswer' })
export type RecallAnswer = z.infer<typeof RecallAnswer>
