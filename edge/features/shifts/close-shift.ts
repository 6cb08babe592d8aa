import type { CloseShift, TillShift } from '#shared/contracts/till/till.ts'
import { amountToNumber } from '#shared/money/decimal.ts'
import type { ShiftClosedBody } from '#shared/sync/shift.ts'
import type { Backups } from '../../journal/backup/backups.ts'
import { record } from '../../journal/record.ts'
import type { Actor } from '../session/actor.ts'
import { requireLimit } from '../session/may.ts'
import { getOpenShift } from './get-open-shift.ts'
import { presentShift } from './present.ts'
import { totalsOf } from './shift-totals.ts'
import { type RecordingParts, tillRecord } from './till-record.ts'

interface ClosingParts extends RecordingParts {
  readonly backups: Backups
}

/** Closes the shift of the till with its sums; a backup of the journal follows. Throws no_shift and forbidden. */
export function closeShift(agent: ClosingParts, actor: Actor, { countedCash }: CloseShift): TillShift {
  requireLimit(actor.cashier, 'allowZReport')
  const closed = agent.journal.transact((tx) => {
    const shift = getOpenShift(tx, actor.tillId)
    const now = agent.clock.now()
    const totals = totalsOf(tx, shift)
    const body: ShiftClosedBody = {
      ...tillRecord(agent, actor, now),
      shiftId: shift.id,
      closedAt: now.toISOString(),
      totals,
      countedCash: countedCash === undefined ? null : amountToNumber(countedCash),
    }
    record(tx, 'shift_closed', body, body.closedAt)
    tx.shifts.close(shift.id)
    return presentShift(tx, actor, shift, { ...body, totals })
  })
  void agent.backups.make()
  return closed
}
