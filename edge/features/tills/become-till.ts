import { Problem } from '#shared/problems/problem.ts'
import type { JournalWriter } from '../../journal/journal.ts'
import type { KnownTill } from '../../journal/tills.ts'
import type { SignedInCashier } from '../session/actor.ts'
import { hashToken, newToken } from '../session/session-token.ts'
import { recordEvent } from '../shifts/record-event.ts'
import type { TillRecordParts } from '../shifts/till-record.ts'

/**
 * One window at a time is a till (docs/domain.md#tills): the one that has its key. A till that no window has become yet is
 * free to anybody who signs in; that of another window is taken over, with its cart and its shift, by who may set tills
 * up. Answers the key of the window from now on. Throws till_unknown and till_elsewhere.
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
        detail: `Another window is till ${till.number}: it is taken over with a role with allowDeviceSetup`,
      })
    recordEvent(agent, tx, { tillId, cashier, approval: null }, 'till_taken_over', {})
  }
  const made = newToken()
  tx.tills.setWindow(tillId, hashToken(made))
  return made
}

export const isWindowOf = ({ windowHash }: KnownTill, key: string | undefined): boolean =>
  key !== undefined && windowHash?.equals(hashToken(key)) === true
