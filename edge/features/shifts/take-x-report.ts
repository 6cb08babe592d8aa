import type { ShiftReport } from '#shared/contracts/till/shift.ts'
import type { Actor } from '../session/actor.ts'
import { requireLimit } from '../session/require-limit.ts'
import { getOpenShift } from './get-open-shift.ts'
import { reportOf } from './report.ts'
import type { RecordingParts } from './till-record.ts'

/** The sums of the open shift. Throws no_shift and forbidden. */
export function takeXReport(agent: RecordingParts, actor: Actor): ShiftReport {
  if (!actor.cashier.limits.allowXReport)
    agent.journal.transact((tx) => requireLimit(agent, tx, actor, 'allowXReport'))
  const { shifts } = agent.journal.read
  return reportOf(agent, { shifts }, actor, getOpenShift({ shifts }, actor.tillId))
}
