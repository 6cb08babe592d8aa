import { Outlet } from '@tanstack/react-router'
import { SignInPage } from '../account/sign-in-page.tsx'
import { useSession } from '../api/session.ts'
import { Frame } from './frame.tsx'

/** The pages behind the sign-in. Who signs in stays at the address that they came to. */
export function SignedIn() {
  const session = useSession()
  if (session.state !== 'signed-in') return <SignInPage />
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}
