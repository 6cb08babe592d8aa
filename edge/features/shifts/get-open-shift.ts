import { Problem } from '#shared/problems/problem.ts'
import type { Cart } from '../../journal/carts.ts'
import type { JournalReader } from '../../journal/journal.ts'
import type { Shift } from '../../journal/shifts.ts'
import type { Replica } from '../../replica/replica.ts'

/** Returns the open shift of the till. Throws `no_shift`. */
export function getOpenShift({ shifts }: Pick<JournalReader, 'shifts'>, tillId: string): Shift {
  const shift = shifts.findOpen(tillId)
  if (shift) return shift
  throw new Problem('no_shift')
}

/** Returns the newest shift of the till, open or closed. Throws `no_shift`. */
export function getLastShift({ shifts }: Pick<JournalReader, 'shifts'>, tillId: string): Shift {
  const [shift] = shifts.list(tillId, Number.MAX_SAFE_INTEGER, 1)
  if (shift) return shift
  throw new Problem('no_shift')
}

/**
 * True when the retail point requires a shift. While the replica is being rebuilt, the setting stored with
 * the cart applies.
 */
export const needsShift = ({ replica }: { replica: Replica }, { terms }: Pick<Cart, 'terms'>): boolean =>
  replica.find(({ settings }) => settings.find())?.requireShift ?? terms.requireShift
