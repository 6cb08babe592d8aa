import type { ProofMethod } from '#hub/db/tables/platform.ts'
import { Problem } from '#shared/problems/problem.ts'
import { stepUpChallenge } from './challenge.ts'

/** Time and methods of a user's proof of identity. */
export interface Proof {
  /** Seconds since 1970, as in JWTs. 0 when unknown, for older sessions. */
  authTime: number
  methods: readonly ProofMethod[]
}

/** Maximum age of the proof, in seconds, for an operation that cannot be undone. */
export const STEP_UP_SECONDS = 600

/** Throws `step_up_needed` (RFC 9470) when the last proof of identity is too old or missing. */
export function refuseOldProof(proof: Proof | null): void {
  if (proof && Date.now() / 1000 - proof.authTime <= STEP_UP_SECONDS) return
  throw new Problem('step_up_needed', {
    detail: 'Prove your identity with POST /api/me/step-up, and repeat the request with the returned token',
    extensions: { maxAge: STEP_UP_SECONDS },
    headers: { 'WWW-Authenticate': stepUpChallenge(STEP_UP_SECONDS) },
  })
}
