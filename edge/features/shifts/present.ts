import type { TillShift } from '#shared/contracts/till/till.ts'
import type { ShiftClosedBody, ShiftTotals } from '#shared/sync/shift.ts'
import type { JournalReader } from '../../journal/journal.ts'
import type { OpenShift } from '../../journal/shifts.ts'
import type { Actor } from '../session/actor.ts'
import { openedBodyOf, totalsOf } from './shift-totals.ts'

type ClosedWith = Pick<ShiftClosedBody, 'closedAt' | 'countedCash'> & { totals: ShiftTotals }

/** `closed` is what it was just closed with. */
export function presentShift(
  reader: Pick<JournalReader, 'shifts'>,
  { cashier }: Actor,
  shift: OpenShift,
  closed: ClosedWith | null = null,
): TillShift {
  const { id, number, openedAt, cashierName, openingCash } = openedBodyOf(reader, shift)
  return {
    id,
    number,
    openedAt,
    openedBy: cashierName,
    openingCash,
    totals: closed?.totals ?? (cashier.limits.allowXReport ? totalsOf(reader, shift) : null),
    closedAt: closed?.closedAt ?? null,
    countedCash: closed?.countedCash ?? null,
  }
}
