import { Problem } from '#shared/problems/problem.ts'
import type { JournalReader } from '../../journal/journal.ts'
import type { Shift } from '../../journal/shifts.ts'

/** Throws Problem no_shift. */
export function getOpenShift({ shifts }: Pick<JournalReader, 'shifts'>, tillId: string): Shift {
  const shift = shifts.findOpen(tillId)
  if (shift) return shift
  throw new Problem('no_shift')
}
