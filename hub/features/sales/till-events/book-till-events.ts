import type { z } from 'zod'
import { insertRows } from '#hub/db/insert-rows.ts'
import type { Reason } from '#hub/db/tables/sync.ts'
import { tillEvents } from '#hub/db/tables/till.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { TillEventBody } from '#shared/sync/shift.ts'
import { momentOf } from '../moment.ts'
import { CLOCK_WRONG, type UploadedRecord } from '../uploaded-record.ts'

/** Books what happened at tills besides sales. Answers what looks wrong with each. */
export async function bookTillEvents(
  tx: Tx,
  records: readonly UploadedRecord<z.output<typeof TillEventBody>>[],
): Promise<Reason[][]> {
  const moments = records.map(({ body, receivedAt }) => momentOf(body.happenedAt, body.clock, receivedAt))
  await insertRows(
    tx,
    tillEvents,
    records.map(({ body, deviceId, receivedAt }, i) => ({
      organizationId: tx.organizationId,
      id: body.id,
      deviceId,
      retailPointId: body.retailPointId,
      tillId: body.tillId,
      cashierId: body.cashierId,
      cashierName: body.cashierName,
      receivedAt,
      kind: body.kind,
      happenedAt: moments[i]?.date ?? receivedAt,
      details: body.details,
    })),
    'ON CONFLICT DO NOTHING',
  )
  return moments.map(({ isAbsurd }) => (isAbsurd ? [CLOCK_WRONG] : []))
}
