import type { z } from 'zod'
import { insertRows } from '#hub/db/insert-rows.ts'
import type { Reason } from '#hub/db/tables/sync.ts'
import { tillEvents } from '#hub/db/tables/till.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { TillEventBody } from '#shared/sync/shift.ts'
import { momentOf } from '../moment.ts'
import { shownDetails } from '../receipts/mail-receipts.ts'
import { reasonsOf, tillRecordColumns, type UploadedRecord } from '../uploaded-record.ts'

/** Books till events, such as a removed line. Returns the flags of each event. */
export async function bookTillEvents(
  tx: Tx,
  records: readonly UploadedRecord<z.output<typeof TillEventBody>>[],
): Promise<Reason[][]> {
  const moments = records.map(({ body, receivedAt }) => momentOf(body.happenedAt, body.clock, receivedAt))
  await insertRows(
    tx,
    tillEvents,
    records.map((record, i) => ({
      ...tillRecordColumns(tx, record),
      id: record.body.id,
      cashierId: record.body.cashierId,
      cashierName: record.body.cashierName,
      kind: record.body.kind,
      happenedAt: moments[i]?.date ?? record.receivedAt,
      details: shownDetails(record.body),
    })),
    'ON CONFLICT DO NOTHING',
  )
  return moments.map(reasonsOf)
}
