import type { Me } from '#shared/contracts/account/me.ts'
import { currentSession, type Session, useSession } from './session.ts'

/** Returns the current organization: that of the account, or the one that a SuperAdmin is visiting. */
export const useOrganization = (): Me['organization'] => organizationOf(useSession())

/** Returns the IANA time zone of the current organization. */
export const currentTimeZone = (): string => organizationOf(currentSession())?.timeZone ?? 'UTC'

function organizationOf(session: Session): Me['organization'] {
  if (session.state !== 'signed-in') return null
  return session.visit?.organization ?? session.me.organization
}
