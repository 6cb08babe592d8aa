import type { ChangeSetState } from '#shared/contracts/catalog/change-sets.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { FullChangeSet } from './queries.ts'

/**
 * Returns the state. A change set counts as applied or undone only after its job has ended, because only then
 * is the job's result complete.
 */
export function stateOf({ step, job }: FullChangeSet): ChangeSetState {
  const hasJobUnderWay = job?.status === 'Queued' || job?.status === 'Running'
  if (hasJobUnderWay && step === 'Applied') return 'Applying'
  if (hasJobUnderWay && step === 'Undone') return 'Undoing'
  const isUnderWay = step === 'Previewing' || step === 'Applying' || step === 'Undoing'
  return isUnderWay && (job?.status === 'Failed' || job?.status === 'Canceled') ? 'Failed' : step
}

export function wrongState(set: FullChangeSet): Problem {
  return new Problem('change_set_state', {
    detail: `The change set is ${stateOf(set)}`,
    extensions: { state: stateOf(set) },
  })
}
