import type { Journal } from '../../journal/journal.ts'
import type { Replica } from '../../replica/replica.ts'
import type { SignedInCashier } from './actor.ts'
import { findCashier } from './find-cashier.ts'
import type { IdleTills } from './idle-tills.ts'
import { hashToken } from './session-token.ts'

/**
 * Who is signed in at the till. Name and rights are those that head office gives now; while the replica is being
 * rebuilt, those of the sign-in. A cashier whom head office has removed, or has
 * not named for this retail point, is signed in nowhere; nobody is where no one has worked for 12 hours.
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
