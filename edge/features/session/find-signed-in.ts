import type { Journal } from '../../journal/journal.ts'
import type { Replica } from '../../replica/replica.ts'
import type { SignedInCashier } from './actor.ts'
import { findCashier } from './find-cashier.ts'
import type { IdleTills } from './idle-tills.ts'
import { hashToken } from './session-token.ts'

/**
 * Returns the cashier who is signed in at the till. Name and permissions come from head office's latest data,
 * or from the sign-in while the replica is being rebuilt. Null without the session's token, for a cashier
 * whom head office has removed or not assigned to this retail point, and at a till that was idle for 12
 * hours.
 */
export function findSignedIn(
  { journal, replica, idleTills }: { journal: Journal; replica: Replica; idleTills: IdleTills },
  tillId: string,
  token: string | undefined,
): SignedInCashier | null {
  const session = journal.read.sessions.find(tillId)
  if (!session || token === undefined || !hashToken(token).equals(session.tokenHash)) return null
  if (idleTills.isIdle(tillId)) return null
  const { cashierId, cashierName, permissions, limits } = session
  const current = replica.find((reader) => ({ cashier: findCashier(reader, cashierId) }))
  if (!current) return { id: cashierId, name: cashierName, permissions, limits }
  const { cashier } = current
  if (!cashier) return null
  return { id: cashier.id, name: cashier.name, permissions: cashier.permissions, limits: cashier.limits }
}
