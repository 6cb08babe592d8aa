import { Problem } from '#shared/problems/problem.ts'
import type { Journal } from '../../journal/journal.ts'
import type { KnownTill } from '../../journal/tills.ts'
import { hashToken, newToken } from '../session/session-token.ts'

/** Maximum number of tills per agent. No shop has that many windows, so further requests do not come from windows. */
const MOST_TILLS = 999

/** Creates a till for the calling window. Also returns the window's key. Throws `too_many_records`. */
export function addTill({ journal }: { journal: Journal }): { till: KnownTill; windowKey: string } {
  const windowKey = newToken()
  const till = journal.transact(({ tills }) => {
    if (tills.list().length >= MOST_TILLS)
      throw new Problem('too_many_records', { detail: `An agent has at most ${MOST_TILLS} tills` })
    const made = tills.create()
    tills.setWindow(made.id, hashToken(windowKey))
    return made
  })
  return { till, windowKey }
}
