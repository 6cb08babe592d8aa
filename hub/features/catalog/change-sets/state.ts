import type { ChangeSetState } from '#shared/contracts/catalog/change-sets.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { FullChangeSet } from './queries.ts'

/** It is applied or undone as long as its job does so. */
export function stateOf({ step, job }: FullChangeSet): ChangeSetState {
  const isUnderWay = step === 'Applying' || step === 'Undoing'
  return isUnderWay && (job?.status === 'Failed' || job?.status === 'Canceled') ? 'Failed' : step
}

export function wrongState(set: FullChangeSet): Problem {
  return new Problem('change_set_state', {
    detail: `The change set is ${stateOf(set)}`,
    extensions: { state: stateOf(set) },
  })
}
