import { Problem } from '#shared/problems/problem.ts'

/** The answer to a request without valid credentials: names the way to authenticate. */
export function unauthenticated(detail: string): Problem {
  return new Problem('unauthenticated', {
    detail,
    headers: { 'WWW-Authenticate': challenge('invalid_token') },
  })
}

/** RFC 9470, section 3. */
export const stepUpChallenge = (maxAge: number): string =>
  `Bearer realm="counterfoil", error="insufficient_user_authentication", max_age="${maxAge}"`

/** RFC 6750, section 3: no error code when no token was sent. */
export const challenge = (error?: 'invalid_token' | 'insufficient_scope'): string =>
  `Bearer realm="counterfoil"${error ? `, error="${error}"` : ''}`
