import type { MoveCash, TillShift } from '#shared/contracts/till/shift.ts'
import { type Amount, amount, amountToNumber } from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { CashMovementBody } from '#shared/sync/shift.ts'
import type { JournalWriter } from '../../journal/journal.ts'
import { record } from '../../journal/record.ts'
import type { Shift } from '../../journal/shifts.ts'
import type { Actor } from '../session/actor.ts'
import { isRepeated } from '../session/is-repeated.ts'
import { refuseOtherReason } from '../session/refuse-other-reason.ts'
import { requireLimit } from '../session/require-limit.ts'
import { getLastShift, getOpenShift } from './get-open-shift.ts'
import { isCountedBlind, presentShift } from './present.ts'
import { totalsOf } from './shift-sums.ts'
import { type RecordingParts, tillRecord } from './till-record.ts'

/**
 * Records cash in or cash out in the open shift. Throws `no_shift`, `forbidden`, and `drawer_exceeded` when
 * more is taken out than the drawer holds and the cashier has not confirmed it.
 */
export function moveCash(agent: RecordingParts, actor: Actor, input: MoveCash): TillShift {
  const { kind, reason } = input
  refuseOtherReason(agent, kind === 'In' ? 'cashIn' : 'cashOut', { reason })
  return agent.journal.transact((tx) => {
    if (isRepeated(agent, tx, actor)) return presentShift(agent, tx, actor, getLastShift(tx, actor.tillId))
    const shift = getOpenShift(tx, actor.tillId)
    requireLimit(agent, tx, actor, kind === 'In' ? 'allowCashIn' : 'allowCashOut')
    if (kind === 'Out' && !input.beyondDrawer) refuseBeyondDrawer(agent, tx, shift, input.amount)
    const now = agent.clock.now()
    const movement: CashMovementBody = {
      ...tillRecord(agent, actor, now),
      shiftId: shift.id,
      kind,
      amount: amountToNumber(input.amount),
      reason,
      movedAt: now.toISOString(),
    }
    record(tx, 'cash_movement', movement, movement.movedAt)
    return presentShift(agent, tx, actor, shift)
  })
}

/**
 * Throws `drawer_exceeded` when more is taken out than the drawer holds. Skipped for a drawer that is counted
 * blind, because the error would reveal its content.
 */
function refuseBeyondDrawer(agent: RecordingParts, tx: JournalWriter, shift: Shift, taken: Amount): void {
  if (isCountedBlind(agent)) return
  const { expectedCash } = totalsOf(tx, shift)
  if (taken <= amount(expectedCash)) return
  throw new Problem('drawer_exceeded', {
    detail: `The drawer should hold ${expectedCash}`,
    extensions: { expectedCash },
  })
}
