import { useCallback } from 'react'
import type { PageEntry } from '../page-entry.ts'
import { useSession } from './session.ts'

/**
 * Returns a function that tells whether the signed-in user has the given access. The hub checks the access
 * again in each request.
 */
export function useMay(): (may: PageEntry['may']) => boolean {
  const session = useSession()
  return useCallback(
    (may) => {
      if (session.state !== 'signed-in') return false
      const { me } = session
      if (may === 'signed-in') return true
      if (may === 'super-admin') return me.isSuperAdmin
      return me.permissions.includes(may)
    },
    [session],
  )
}
