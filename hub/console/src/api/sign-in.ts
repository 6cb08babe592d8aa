import { ME } from '#shared/contracts/account/me.ts'
import { callPublic } from './call.ts'
import { queryClient } from './query-client.ts'
import {
  forgetToken,
  keepVisit,
  keptVisit,
  mayResume,
  renewToken,
  requestToken,
  revokeToken,
  SignInRefusal,
  setSession,
} from './session.ts'

/** A password, the one-time code of a single sign-on, or a passkey assertion as JSON. */
export type Credentials = (
  | { username: string; password: string }
  | { code: string }
  | { assertion: string }
) & {
  /** One-time code of the second factor, or empty. */
  otp: string
  organization: string | null
}

const SIGN_ON_GRANT = 'urn:counterfoil:grant-type:sign-on'
const PASSKEY_GRANT = 'urn:counterfoil:grant-type:passkey'

function grantOf(proof: object): string {
  if ('assertion' in proof) return PASSKEY_GRANT
  return 'code' in proof ? SIGN_ON_GRANT : 'password'
}

/** Signs in and fetches the user. Throws SignInRefusal and NoAnswer. */
export async function signIn({ otp, organization, ...proof }: Credentials): Promise<void> {
  await requestToken({
    grant_type: grantOf(proof),
    ...proof,
    ...(otp && { otp }),
    ...(organization && { organization }),
  })
  await enter()
}

/**
 * Resumes the previous session from its cookie, if there is one. Throws when the hub does not respond or asks
 * to slow down.
 */
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

/** Fetches the signed-in user and their permissions. */
export async function enter(): Promise<void> {
  const me = await callPublic(ME)
  setSession({ state: 'signed-in', me, visit: me.isSuperAdmin ? keptVisit() : null })
}

export async function signOut(): Promise<void> {
  keepVisit(null)
  await revokeToken()
  forget()
}

/** Signs out locally, after the hub has ended all sessions. */
export function forget(): void {
  forgetToken()
  queryClient.clear()
  setSession({ state: 'signed-out' })
}
