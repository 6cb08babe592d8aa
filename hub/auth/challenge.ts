import { Problem } from '#shared/problems/problem.ts'

/** Returns the error for a request without valid credentials. It names the authentication scheme. */
export function unauthenticated(detail: string): Problem {
  return new Problem('unauthenticated', {
    detail,
    headers: { 'WWW-Authenticate': challenge('invalid_token') },
  })
}

/** Returns the step-up challenge (RFC 9470, section 3). */
export const stepUpChallenge = (maxAge: number): string =>
  `Bearer realm="counterfoil", error="insufficient_user_authentication", max_age="${maxAge}"`

/** Returns the WWW-Authenticate challenge. It has no error code when no token was sent (RFC 6750, section 3). */
export const challenge = (error?: 'invalid_token' | 'insufficient_scope'): string =>
  `Bearer realm="counterfoil"${error ? `, error="${error}"` : ''}`
