import { Problem } from '#shared/problems/problem.ts'
import type { JournalWriter } from '../../journal/journal.ts'
import type { KnownTill } from '../../journal/tills.ts'
import type { SignedInCashier } from '../session/actor.ts'
import { hashToken, newToken } from '../session/session-token.ts'
import { recordEvent } from '../shifts/record-event.ts'
import type { TillRecordParts } from '../shifts/till-record.ts'

/**
 * Makes the window the till (docs/domain.md#tills). One window at a time is a till: the one with its key. A
 * till without a window is free to every cashier who signs in. A till of another window, with its cart and
 * shift, can be taken over by a cashier who may set tills up. Returns the key of the window from then on.
 * Throws `till_unknown` and `till_elsewhere`.
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
