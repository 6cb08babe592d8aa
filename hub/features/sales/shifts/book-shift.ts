import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Reason } from '#hub/db/tables/sync.ts'
import { tillShifts } from '#hub/db/tables/till.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { ShiftClosedBody, ShiftOpenedBody } from '#shared/sync/shift.ts'
import { momentOf } from '../moment.ts'
import { CLOCK_WRONG, type UploadedRecord } from '../uploaded-record.ts'

type Opening = UploadedRecord<z.output<typeof ShiftOpenedBody>>
type Closing = UploadedRecord<z.output<typeof ShiftClosedBody>>

/** Writes the opening into the shift, whose closing may have arrived before. Answers what looks wrong. */
export async function bookShiftOpening(tx: Tx, { body, deviceId, receivedAt }: Opening): Promise<Reason[]> {
  const { date, isAbsurd } = momentOf(body.openedAt, body.clock, receivedAt)
  const { id, retailPointId, tillId, cashierId, cashierName, number, openingCash } = body
  const opening = { number, openedAt: date, openingCash, cashierId, cashierName }
  const written = await tx
    .insert(tillShifts)
    .values({
      organizationId: tx.organizationId,
      id,
      deviceId,
      retailPointId,
      tillId,
      receivedAt,
      ...opening,
    })
    .onConflictDoUpdate({
      target: [tillShifts.organizationId, tillShifts.id],
      set: opening,
      setWhere: sql`till_shifts.opened_at IS NULL AND till_shifts.retail_point_id = excluded.retail_point_id`,
    })
    .returning({ id: tillShifts.id })
  return reasons(isAbsurd, written.length === 0 && 'Another opening or retail point was booked for the shift')
}

/**
 * Writes the closing into the shift, whose opening may still be on its way (docs/sync.md I-12). The first closing
 * stands. Answers what looks wrong.
 */
export async function bookShiftClosing(tx: Tx, { body, deviceId, receivedAt }: Closing): Promise<Reason[]> {
  const { date, isAbsurd } = momentOf(body.closedAt, body.clock, receivedAt)
  const { shiftId: id, retailPointId, tillId, cashierId, cashierName, countedCash, totals } = body
  const closing = { closedAt: date, closedById: cashierId, closedByName: cashierName, countedCash, totals }
  const written = await tx
    .insert(tillShifts)
    .values({
      organizationId: tx.organizationId,
      id,
      deviceId,
      retailPointId,
      tillId,
      receivedAt,
      ...closing,
    })
    .onConflictDoUpdate({
      target: [tillShifts.organizationId, tillShifts.id],
      set: closing,
      setWhere: sql`till_shifts.closed_at IS NULL AND till_shifts.retail_point_id = excluded.retail_point_id`,
    })
    .returning({ id: tillShifts.id })
  return reasons(isAbsurd, written.length === 0 && 'Another closing or retail point was booked for the shift')
}

function reasons(isAbsurd: boolean, mismatch: string | false): Reason[] {
  return [
    ...(isAbsurd ? [CLOCK_WRONG] : []),
    ...(mismatch ? [{ code: 'shift_differs', detail: mismatch }] : []),
  ]
}
