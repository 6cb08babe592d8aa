import type { z } from 'zod'
import { insertRows } from '#hub/db/insert-rows.ts'
import type { Reason } from '#hub/db/tables/sync.ts'
import { cashMovements } from '#hub/db/tables/till.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { CashMovementBody } from '#shared/sync/shift.ts'
import { queueCashMovements } from '../fiscal/queue-cash-operations.ts'
import { momentOf } from '../moment.ts'
import { reasonsOf, tillRecordColumns, type UploadedRecord } from '../uploaded-record.ts'

/**
 * Books cash put into and taken out of drawers. The shift of a movement can arrive later. Returns the flags
 * of each record.
 */
export async function bookCashMovements(
  tx: Tx,
  records: readonly UploadedRecord<z.output<typeof CashMovementBody>>[],
): Promise<Reason[][]> {
  const moments = records.map(({ body, receivedAt }) => momentOf(body.movedAt, body.clock, receivedAt))
  await insertRows(
    tx,
    cashMovements,
    records.map((record, i) => ({
      ...tillRecordColumns(tx, record),
      id: record.body.id,
      cashierId: record.body.cashierId,
      cashierName: record.body.cashierName,
      shiftId: record.body.shiftId,
      kind: record.body.kind,
      amount: record.body.amount,
      reason: record.body.reason,
      movedAt: moments[i]?.date ?? record.receivedAt,
    })),
    'ON CONFLICT DO NOTHING',
  )
  await queueCashMovements(
    tx,
    records.map(({ body }) => body.id),
  )
  return moments.map(reasonsOf)
}
