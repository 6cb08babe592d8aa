import type { OpenShift, TillShift } from '#shared/contracts/till/shift.ts'
import { amountToNumber } from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import type { ShiftOpenedBody } from '#shared/sync/shift.ts'
import { record } from '../../journal/record.ts'
import type { Actor } from '../session/actor.ts'
import { isRepeated } from '../session/is-repeated.ts'
import { presentCounted, refuseOtherSum } from './counted.ts'
import { getLastShift } from './get-open-shift.ts'
import { presentShift } from './present.ts'
import { type RecordingParts, tillRecord } from './till-record.ts'

/** Opens a shift at the till. Throws `shift_open` when one is already open. */
export function openShift(
  agent: RecordingParts,
  actor: Actor,
  { openingCash, counted }: OpenShift,
): TillShift {
  const { tillId } = actor
  refuseOtherSum('openingCash', openingCash, counted)
  return agent.journal.transact((tx) => {
    if (isRepeated(agent, tx, actor)) return presentShift(agent, tx, actor, getLastShift(tx, tillId))
    if (tx.shifts.findOpen(tillId)) throw new Problem('shift_open')
    const now = agent.clock.now()
    const opened: ShiftOpenedBody = {
      ...tillRecord(agent, actor, now),
      number: tx.shifts.lastNumber(tillId) + 1,
      openedAt: now.toISOString(),
      openingCash: amountToNumber(openingCash),
      counted: presentCounted(counted),
    }
    const position = record(tx, 'shift_opened', opened, opened.openedAt)
    tx.shifts.add({ id: opened.id, position, tillId, number: opened.number })
    return presentShift(agent, tx, actor, must(tx.shifts.findOpen(tillId)))
  })
}
