import { Problem } from '#shared/problems/problem.ts'

/** Says that the request shows nobody whom the hub knows, and how to. */
export function unauthenticated(detail: string): Problem {
  return new Problem('unauthenticated', {
    detail,
    headers: { 'WWW-Authenticate': challenge('invalid_token') },
  })
}

/** RFC 6750, section 3: without an error for who has sent no token at all. */
export const challenge = (error?: 'invalid_token' | 'insufficient_scope'): string =>
  `Bearer realm="counterfoil"${error ? `, error="${error}"` : ''}`
