import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { setSession, useSession } from '../api/session.ts'
import { resume } from '../api/sign-in.ts'
import { Starting } from './starting.tsx'
import { UnreachablePage } from './unreachable-page.tsx'

/** Determines the signed-in user before any page is shown. */
export function Root() {
  const session = useSession()
  useEffect(() => {
    if (session.state === 'starting') resume().catch(() => setSession({ state: 'unreachable' }))
  }, [session.state])
  if (session.state === 'starting') return <Starting />
  return session.state === 'unreachable' ? <UnreachablePage /> : <Outlet />
}
