import { Problem } from '#shared/problems/problem.ts'
import type { JournalWriter } from '../../journal/journal.ts'
import type { KnownTill } from '../../journal/tills.ts'
import type { SignedInCashier } from '../session/actor.ts'
import { hashToken, newToken } from '../session/session-token.ts'
import { recordEvent } from '../shifts/record-event.ts'
import type { TillRecordParts } from '../shifts/till-record.ts'

/**
 * Assigns the till to the window (docs/domain.md#tills). Only the window with the till's key can use it. A
 * till without a window is available to every cashier who signs in. A till of another window can be taken
 * over, with its cart and shift, by a cashier with permission to set up tills. Returns the new key of the
 * window. Throws `till_unknown` and `till_elsewhere`.
 */
export function becomeTill(
  agent: TillRecordParts,
  tx: JournalWriter,
  { tillId, cashier }: { tillId: string; cashier: SignedInCashier },
  key: string | undefined,
): string {
  const till = tx.tills.find(tillId)
  if (!till) throw new Problem('till_unknown')
  if (key !== undefined && isWindowOf(till, key)) return key
  if (till.windowHash) {
    if (!cashier.limits.allowDeviceSetup)
      throw new Problem('till_elsewhere', {
        detail: `Another window is till ${till.number}: taking it over needs a role with allowDeviceSetup`,
      })
    recordEvent(agent, tx, { tillId, cashier, approval: null }, 'till_taken_over', {})
  }
  const made = newToken()
  tx.tills.setWindow(tillId, hashToken(made))
  return made
}

export const isWindowOf = ({ windowHash }: KnownTill, key: string | undefined): boolean =>
  key !== undefined && windowHash?.equals(hashToken(key)) === true
