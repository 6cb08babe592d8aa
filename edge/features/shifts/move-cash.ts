import type { MoveCash, TillShift } from '#shared/contracts/till/shift.ts'
import { amountToNumber } from '#shared/money/decimal.ts'
import type { CashMovementBody } from '#shared/sync/shift.ts'
import { record } from '../../journal/record.ts'
import type { Actor } from '../session/actor.ts'
import { requireLimit } from '../session/require-limit.ts'
import { getOpenShift } from './get-open-shift.ts'
import { presentShift } from './present.ts'
import { type RecordingParts, tillRecord } from './till-record.ts'

/** Money is put into the drawer or taken out of it, in the open shift. Throws no_shift and forbidden. */
export function moveCash(agent: RecordingParts, actor: Actor, { kind, amount, reason }: MoveCash): TillShift {
  return agent.journal.transact((tx) => {
    const shift = getOpenShift(tx, actor.tillId)
    requireLimit(agent, tx, actor, kind === 'In' ? 'allowCashIn' : 'allowCashOut')
    const now = agent.clock.now()
    const movement: CashMovementBody = {
      ...tillRecord(agent, actor, now),
      shiftId: shift.id,
      kind,
      amount: amountToNumber(amount),
      reason,
      movedAt: now.toISOString(),
    }
    record(tx, 'cash_movement', movement, movement.movedAt)
    return presentShift(agent, tx, actor, shift)
  })
}
