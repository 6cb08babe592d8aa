import type { ShiftReport } from '#shared/contracts/till/shift.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { Actor } from '../session/actor.ts'
import { requireLimit } from '../session/require-limit.ts'
import { getOpenShift } from './get-open-shift.ts'
import { type ReportSources, reportOf } from './report.ts'
import type { RecordingParts } from './till-record.ts'

/** Returns the X report of the open shift. Throws `no_shift` and `forbidden`. */
export function takeXReport(agent: RecordingParts & ReportSources, actor: Actor): ShiftReport {
  if (!actor.cashier.limits.allowXReport)
    agent.journal.transact((tx) => requireLimit(agent, tx, actor, 'allowXReport'))
  const { shifts } = agent.journal.read
  return reportOf(agent, { shifts }, actor, getOpenShift({ shifts }, actor.tillId))
}

/** Returns the Z report of a closed shift of this till. Throws `not_found`. */
export function takeZReport(
  agent: RecordingParts & ReportSources,
  actor: Actor,
  number: number,
): ShiftReport {
  const { shifts } = agent.journal.read
  const shift = shifts.findByNumber(actor.tillId, number)
  if (!shift || shift.closedPosition === null)
    throw new Problem('not_found', {
      detail: `Shift ${number} of this till does not exist here or is still open`,
    })
  return reportOf(agent, { shifts }, actor, shift)
}
