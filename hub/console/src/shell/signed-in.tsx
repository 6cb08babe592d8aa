import { Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSession } from '../api/session.ts'
import { Frame } from './frame.tsx'
import { Starting } from './starting.tsx'

const SignInPage = lazy(() =>
  import('../account/sign-in-page.tsx').then(({ SignInPage }) => ({ default: SignInPage })),
)

/** Pages that require a sign-in. After signing in, the user stays at the requested URL. */
export function SignedIn() {
  const session = useSession()
  const { pathname } = useLocation()
  if (session.state !== 'signed-in')
    return (
      <Suspense fallback={<Starting />}>
        <SignInPage />
      </Suspense>
    )
  if (session.me.needsSecondFactor && pathname !== '/account') return <Navigate to="/account" />
  const { me, visit } = session
  if (me.isSuperAdmin && !visit && !isOfThePlatform(pathname)) return <Navigate to={'/platform' as '/'} />
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

/** True for the pages that a SuperAdmin can open without a visit. */
const isOfThePlatform = (pathname: string): boolean => /^\/(platform|account)(\/|$)/.test(pathname)
