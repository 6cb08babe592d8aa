import { z } from 'zod'
import { Id, integerQuery, Position, UtcTime } from '#shared/domain/fields.ts'
import { UploadItem } from './upload.ts'

/**
 * Query of GET /api/pos/v1/sales, which returns the uploaded sales of a device and of the devices it
 * replaces. An agent whose journal was lost needs them to find, copy and return receipts again
 * (docs/faults.md F17, F19).
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

/** Sales sorted by id; v7 ids are roughly in order of time. */
export const RecallAnswer = z
  .object({ items: z.array(RecalledItem), next: Id.nullable() })
  .meta({ id: 'RecallAnswer' })
export type RecallAnswer = z.infer<typeof RecallAnswer>
