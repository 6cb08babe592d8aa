import { Navigate } from '@tanstack/react-router'
import { useSession } from '../api/session.ts'
import { SignInPage } from './sign-in-page.tsx'

/** Where single sign-on comes back to. */
export function Page() {
  const session = useSession()
  return session.state === 'signed-in' ? <Navigate to="/" /> : <SignInPage />
}
