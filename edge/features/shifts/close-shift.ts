import type { CloseShift, TillShift } from '#shared/contracts/till/shift.ts'
import { amountToNumber } from '#shared/money/decimal.ts'
import { invalidField } from '#shared/problems/problem.ts'
import type { ShiftClosedBody } from '#shared/sync/shift.ts'
import type { Backups } from '../../journal/backup/backups.ts'
import { record } from '../../journal/record.ts'
import type { Actor } from '../session/actor.ts'
import { requireLimit } from '../session/require-limit.ts'
import { presentCounted, refuseOtherSum } from './counted.ts'
import { getOpenShift } from './get-open-shift.ts'
import { isCountedBlind, presentShift } from './present.ts'
import { totalsOf } from './shift-sums.ts'
import { type RecordingParts, tillRecord } from './till-record.ts'

interface ClosingParts extends RecordingParts {
  readonly backups: Backups
}

/**
 * Closes the shift of the till with its sums; a backup of the journal follows. Where the drawer is counted blind, the count
 * comes first. What is not at head office yet goes there later. Throws no_shift and forbidden.
 */
export function closeShift(
  agent: ClosingParts,
  actor: Actor,
  { countedCash, counted }: CloseShift,
): TillShift {
  refuseOtherSum('countedCash', countedCash, counted)
  const closed = agent.journal.transact((tx) => {
    const shift = getOpenShift(tx, actor.tillId)
    requireLimit(agent, tx, actor, 'allowZReport')
    if (countedCash === undefined && isCountedBlind(agent))
      throw invalidField(['countedCash'], 'is needed: the drawer is counted before the shift is closed')
    const now = agent.clock.now()
    const body: ShiftClosedBody = {
      ...tillRecord(agent, actor, now),
      shiftId: shift.id,
      closedAt: now.toISOString(),
      totals: totalsOf(tx, shift),
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
