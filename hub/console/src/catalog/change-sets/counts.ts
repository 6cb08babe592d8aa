import type { ChangeCounts, ChangeSet } from '#shared/contracts/catalog/change-sets.ts'

/** Records that are, or would be, other than before. */
export const doneOf = ({ Change = 0, Created = 0, Changed = 0, Undone = 0 }: ChangeCounts): number =>
  Change + Created + Changed + Undone

/** Records that were refused or left alone. */
export const keptOf = ({ Refused = 0, LeftAlone = 0 }: ChangeCounts): number => Refused + LeftAlone

export const isUnderWay = ({ state }: Pick<ChangeSet, 'state'>): boolean =>
  state === 'Applying' || state === 'Undoing'

/** Percent of the rows that are done by now. */
export function progressOf({ state, counts }: Pick<ChangeSet, 'state' | 'counts'>): number {
  const { Change = 0, Created = 0, Changed = 0, Undone = 0, LeftAlone = 0 } = counts
  const [done, left] = state === 'Undoing' ? [Undone + LeftAlone, Created + Changed] : [Changed, Change]
  return done + left === 0 ? 0 : (done / (done + left)) * 100
}
