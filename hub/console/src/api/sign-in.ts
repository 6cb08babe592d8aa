import { ME } from '#shared/contracts/account/me.ts'
import { callPublic } from './call.ts'
import { queryClient } from './query-client.ts'
import {
  askForToken,
  forgetToken,
  keepVisit,
  keptVisit,
  mayResume,
  renewToken,
  revokeToken,
  SignInRefusal,
  setSession,
} from './session.ts'

/** A password, the one-time code of a single sign-on, or the assertion of a passkey as JSON. */
export type Credentials = (
  | { username: string; password: string }
  | { code: string }
  | { assertion: string }
) & {
  /** Of the second factor; empty: none. */
  otp: string
  organization: string | null
}

const SIGN_ON_GRANT = 'urn:counterfoil:grant-type:sign-on'
const PASSKEY_GRANT = 'urn:counterfoil:grant-type:passkey'

function grantOf(proof: object): string {
  if ('assertion' in proof) return PASSKEY_GRANT
  return 'code' in proof ? SIGN_ON_GRANT : 'password'
}

/** Throws SignInRefusal. */
export async function signIn({ otp, organization, ...proof }: Credentials): Promise<void> {
  await askForToken({
    grant_type: grantOf(proof),
    ...proof,
    ...(otp && { otp }),
    ...(organization && { organization }),
  })
  await enter()
}

/** With the cookie of an earlier sign-in, if there is one that goes on. Throws when the hub cannot say. */
export async function resume(): Promise<void> {
  if (!mayResume()) {
    setSession({ state: 'signed-out' })
    return
  }
  try {
    await renewToken()
  } catch (error) {
    if (!(error instanceof SignInRefusal) || error.error === 'slow_down') throw error
    setSession({ state: 'signed-out' })
    return
  }
  await enter()
}

/** Reads again who has signed in and what they may do. */
export async function enter(): Promise<void> {
  const me = await callPublic(ME)
  setSession({ state: 'signed-in', me, visit: me.isSuperAdmin ? keptVisit() : null })
}

export async function signOut(): Promise<void> {
  keepVisit(null)
  await revokeToken()
  forget()
}

/** After the hub has ended all sign-ins. */
export function forget(): void {
  forgetToken()
  queryClient.clear()
  setSession({ state: 'signed-out' })
}
