import { Navigate } from '@tanstack/react-router'
import { useSession } from '../api/session.ts'
import { linkingHash } from './linking.ts'
import { SignInPage } from './sign-in-page.tsx'

/** Page to which single sign-on returns. */
export function Page() {
  const session = useSession()
  if (session.state !== 'signed-in') return <SignInPage />
  const hash = linkingHash()
  return hash ? <Navigate to={'/account' as '/'} hash={hash} /> : <Navigate to="/" />
}
