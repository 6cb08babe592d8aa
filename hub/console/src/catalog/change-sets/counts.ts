import type { ChangeCounts, ChangeSet } from '#shared/contracts/catalog/change-sets.ts'

/** Records that are, or would be, other than before. */
export const doneOf = ({ Created = 0, Changed = 0, Undone = 0, ...counts }: ChangeCounts): number =>
  plannedOf(counts) + Created + Changed + Undone

/** Records that applying it makes or changes. */
export const plannedOf = ({ Create = 0, Change = 0 }: ChangeCounts): number => Create + Change

/** Records that were refused or left alone. */
export const keptOf = ({ Refused = 0, LeftAlone = 0 }: ChangeCounts): number => Refused + LeftAlone

export const isUnderWay = ({ state }: Pick<ChangeSet, 'state'>): boolean =>
  state === 'Previewing' || state === 'Applying' || state === 'Undoing'

/** Percent of the rows that are done by now. */
export const progressOf = ({ job }: Pick<ChangeSet, 'job'>): number =>
  job?.total ? (job.processed / job.total) * 100 : 0

/** Its rows are there: no job makes them still, or has failed to. */
export const isPreviewed = ({ state, appliedAt }: Pick<ChangeSet, 'state' | 'appliedAt'>): boolean =>
  state !== 'Previewing' && !(state === 'Failed' && appliedAt === null)
