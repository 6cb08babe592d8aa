import type { Me } from '#shared/contracts/account/me.ts'
import { useSession } from './session.ts'

/** The organization that is worked in: that of the account, or the one a SuperAdmin visits. */
export function useOrganization(): Me['organization'] {
  const session = useSession()
  if (session.state !== 'signed-in') return null
  return session.visit?.organization ?? session.me.organization
}
