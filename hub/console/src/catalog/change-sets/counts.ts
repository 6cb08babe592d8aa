import type { ChangeCounts, ChangeSet } from '#shared/contracts/catalog/change-sets.ts'

/** Returns the number of records that the change set has created, changed or undone, or would create or change. */
export const doneOf = ({ Created = 0, Changed = 0, Undone = 0, ...counts }: ChangeCounts): number =>
  plannedOf(counts) + Created + Changed + Undone

/** Returns the number of records that the change set would create or change. */
export const plannedOf = ({ Create = 0, Change = 0 }: ChangeCounts): number => Create + Change

/** Returns the number of records that were refused or left alone. */
export const keptOf = ({ Refused = 0, LeftAlone = 0 }: ChangeCounts): number => Refused + LeftAlone

export const isUnderWay = ({ state }: Pick<ChangeSet, 'state'>): boolean =>
  state === 'Previewing' || state === 'Applying' || state === 'Undoing'

/** Returns the progress of the job in percent. */
export const progressOf = ({ job }: Pick<ChangeSet, 'job'>): number =>
  job?.total ? (job.processed / job.total) * 100 : 0

/** True when the preview is complete: its job is neither still running nor has it failed. */
export const isPreviewed = ({ state, appliedAt }: Pick<ChangeSet, 'state' | 'appliedAt'>): boolean =>
  state !== 'Previewing' && !(state === 'Failed' && appliedAt === null)
