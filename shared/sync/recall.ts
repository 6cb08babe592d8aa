import { z } from 'zod'
import { Id, integerQuery, Position, UtcTime } from '#shared/domain/fields.ts'
import { UploadItem } from './upload.ts'

/**
 * Query of GET /api/pos/v1/sales, which returns the uploaded sales of a device and of the devices that it
 * replaces. An agent that lost its journal needs them to find, reprint and return receipts (docs/faults.md
 * F17, F19).
 */
export const RecallQuery = z.object({
  since: UtcTime.optional().meta({ description: 'Only sales received at the hub at or after this moment' }),
  after: Id.optional().meta({ description: '`next` of the previous page' }),
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

/** Sales sorted by id. UUIDs of version 7 are roughly in order of time. */
export const RecallAnswer = z
  .object({ items: z.array(RecalledItem), next: Id.nullable() })
  .meta({ id: 'RecallAnswer' })
export type RecallAnswer = z.infer<typeof RecallAnswer>
