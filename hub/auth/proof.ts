import { Problem } from '#shared/problems/problem.ts'
import { stepUpChallenge } from './challenge.ts'

/**
 * By what a person proves who they are: password, one-time code or recovery code, a key with its user
 * verified: a passkey (RFC 8176); or to a provider.
 */
export type ProofMethod = 'pwd' | 'otp' | 'pop' | 'mfa' | 'sso'

/** When and by what a person proved who they are. */
export interface Proof {
  /** Seconds since 1970, as JWTs tell times. 0: before this was kept. */
  authTime: number
  methods: readonly ProofMethod[]
}

/** A deed that cannot be undone wants a proof that is no older. */
export const STEP_UP_SECONDS = 600

/** Throws step_up_needed (RFC 9470) when the person last proved themselves too long ago, or never (null). */
export function refuseOldProof(proof: Proof | null): void {
  if (proof && Date.now() / 1000 - proof.authTime <= STEP_UP_SECONDS) return
  throw new Problem('step_up_needed', {
    detail:
      'Prove who you are with POST /api/me/step-up, and repeat the request with the token that it answers',
    extensions: { maxAge: STEP_UP_SECONDS },
    headers: { 'WWW-Authenticate': stepUpChallenge(STEP_UP_SECONDS) },
  })
}
