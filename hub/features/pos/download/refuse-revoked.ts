import { Problem } from '#shared/problems/problem.ts'

/** Throws Problem forbidden: a revoked device keeps nothing but the right to hand over its sales. */
export function refuseRevoked({ isRevoked }: { isRevoked: boolean }): void {
  if (!isRevoked) return
  throw new Problem('forbidden', { detail: 'This device has been revoked; it may only hand over its sales' })
}
