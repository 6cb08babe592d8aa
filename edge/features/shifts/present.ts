import type { TillShift } from '#shared/contracts/till/till.ts'
import type { ShiftClosedBody } from '#shared/sync/shift.ts'
import type { JournalReader } from '../../journal/journal.ts'
import type { OpenShift } from '../../journal/shifts.ts'
import { openedBodyOf, shiftTotals } from './shift-totals.ts'

/** `closed` is what it was just closed with. */
export function presentShift(
  reader: Pick<JournalReader, 'shifts'>,
  shift: OpenShift,
  closed: Pick<ShiftClosedBody, 'totals' | 'closedAt' | 'countedCash'> | null = null,
): TillShift {
  const { id, number, openedAt, cashierName, openingCash } = openedBodyOf(reader, shift)
  return {
    id,
    number,
    openedAt,
    openedBy: cashierName,
    openingCash,
    totals: closed?.totals ?? shiftTotals(reader, shift),
    closedAt: closed?.closedAt ?? null,
    countedCash: closed?.countedCash ?? null,
  }
}
