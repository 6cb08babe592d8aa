import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { tillShifts } from '#hub/db/tables/till.ts'
import type { Tx } from '#hub/db/transact.ts'
import { type Flag, flag } from '#shared/flags/flag.ts'
import type { ShiftClosedBody, ShiftOpenedBody } from '#shared/sync/shift.ts'
import { queueZReport } from '../fiscal/queue-cash-operations.ts'
import { type Moment, momentOf } from '../moment.ts'
import { reasonsOf, tillRecordColumns, type UploadedRecord } from '../uploaded-record.ts'

type Opening = UploadedRecord<z.output<typeof ShiftOpenedBody>>
type Closing = UploadedRecord<z.output<typeof ShiftClosedBody>>

/** Stores the opening of a shift. The closing may have arrived before it. Returns the flags of the record. */
export async function bookShiftOpening(tx: Tx, opening: Opening): Promise<Flag[]> {
  const { body, receivedAt } = opening
  const moment = momentOf(body.openedAt, body.clock, receivedAt)
  const { id, cashierId, cashierName, number, openingCash } = body
  const half = { number, openedAt: moment.date, openingCash, cashierId, cashierName }
  const isWritten = await writeHalf(tx, id, opening, half, sql`till_shifts.opened_at IS NULL`)
  return reasons(moment, !isWritten && 'shift_differs.opening')
}

/**
 * Stores the closing of a shift. The opening may arrive later (docs/sync.md I-12). The first closing is kept.
 * Returns the flags of the record.
 */
export async function bookShiftClosing(tx: Tx, closing: Closing): Promise<Flag[]> {
  const { body, receivedAt } = closing
  const moment = momentOf(body.closedAt, body.clock, receivedAt)
  const { shiftId, cashierId, cashierName, countedCash, totals } = body
  const half = {
    closedAt: moment.date,
    closedById: cashierId,
    closedByName: cashierName,
    countedCash,
    totals,
  }
  const isWritten = await writeHalf(tx, shiftId, closing, half, sql`till_shifts.closed_at IS NULL`)
  if (isWritten) await queueZReport(tx, shiftId)
  return reasons(moment, !isWritten && 'shift_differs.closing')
}

/**
 * Stores one half of the shift. Returns false when that half exists already, or the shift belongs to another
 * retail point.
 */
async function writeHalf(
  tx: Tx,
  id: string,
  record: Opening | Closing,
  half: Partial<typeof tillShifts.$inferInsert>,
  isFree: SQL,
): Promise<boolean> {
  const written = await tx
    .insert(tillShifts)
    .values({ ...tillRecordColumns(tx, record), id, ...half })
    .onConflictDoUpdate({
      target: [tillShifts.organizationId, tillShifts.id],
      set: half,
      setWhere: sql`${isFree} AND till_shifts.retail_point_id = excluded.retail_point_id`,
    })
    .returning({ id: tillShifts.id })
  return written.length > 0
}

function reasons(
  moment: Moment,
  mismatch: 'shift_differs.opening' | 'shift_differs.closing' | false,
): Flag[] {
  return [...reasonsOf(moment), ...(mismatch ? [flag(mismatch)] : [])]
}
