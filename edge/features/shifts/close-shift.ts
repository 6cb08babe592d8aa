import type { CloseShift, TillShift } from '#shared/contracts/till/shift.ts'
import { type Amount, amount, amountToNumber } from '#shared/money/decimal.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import type { ShiftClosedBody } from '#shared/sync/shift.ts'
import type { Backups } from '../../journal/backup/backups.ts'
import type { JournalWriter } from '../../journal/journal.ts'
import { record } from '../../journal/record.ts'
import type { Actor } from '../session/actor.ts'
import { isRepeated } from '../session/is-repeated.ts'
import { refuseOtherReason } from '../session/refuse-other-reason.ts'
import { requireLimit } from '../session/require-limit.ts'
import { presentCounted, refuseOtherSum } from './counted.ts'
import { getLastShift, getOpenShift } from './get-open-shift.ts'
import { isCountedBlind, presentShift } from './present.ts'
import { recordEvent } from './record-event.ts'
import { totalsOf } from './shift-sums.ts'
import { type RecordingParts, tillRecord } from './till-record.ts'

interface ClosingParts extends RecordingParts {
  readonly backups: Backups
}

/**
 * Closes the shift of the till, records its totals and then makes a backup of the journal. Where the drawer
 * is counted blind, the count is required. A count that differs from the expected cash needs a reason, which
 * is reported to head office. Unsent entries are uploaded later. Throws `no_shift`, `forbidden` and
 * `drawer_differs`.
 */
export function closeShift(
  agent: ClosingParts,
  actor: Actor,
  { countedCash, counted, differenceReason }: CloseShift,
): TillShift {
  refuseOtherSum('countedCash', countedCash, counted)
  refuseOtherReason(agent, 'cashDifference', { field: 'differenceReason', reason: differenceReason })
  const closed = agent.journal.transact((tx) => {
    if (isRepeated(agent, tx, actor)) return presentShift(agent, tx, actor, getLastShift(tx, actor.tillId))
    const shift = getOpenShift(tx, actor.tillId)
    requireLimit(agent, tx, actor, 'allowZReport')
    if (countedCash === undefined && isCountedBlind(agent))
      throw invalidField(['countedCash'], 'is required: count the drawer before closing the shift')
    const totals = totalsOf(tx, shift)
    if (countedCash !== undefined)
      noteDifference(
        agent,
        tx,
        actor,
        (countedCash - amount(totals.expectedCash)) as Amount,
        differenceReason,
      )
    const now = agent.clock.now()
    const body: ShiftClosedBody = {
      ...tillRecord(agent, actor, now),
      shiftId: shift.id,
      closedAt: now.toISOString(),
      totals,
      countedCash: countedCash === undefined ? null : amountToNumber(countedCash),
      counted: presentCounted(counted),
    }
    const closedPosition = record(tx, 'shift_closed', body, body.closedAt)
    tx.shifts.close(shift.id, closedPosition)
    return presentShift(agent, tx, actor, { ...shift, closedPosition })
  })
  void agent.backups.make()
  return closed
}

/**
 * Records the reason for a difference. Throws `drawer_differs` when there is a difference but no reason. The
 * error states the difference, except to a cashier who counts blind.
 */
function noteDifference(
  agent: RecordingParts,
  tx: JournalWriter,
  actor: Actor,
  difference: Amount,
  reason: string | undefined,
): void {
  if (difference === 0) return
  const details = { difference: amountToNumber(difference) }
  if (reason) recordEvent(agent, tx, actor, 'drawer_differed', { ...details, reason })
  else throw new Problem('drawer_differs', { extensions: isCountedBlind(agent) ? {} : details })
}
