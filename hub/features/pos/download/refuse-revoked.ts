import { Problem } from '#shared/problems/problem.ts'

/** Throws Problem `forbidden` for a revoked device, which can only upload its sales. */
export function refuseRevoked({ isRevoked }: { isRevoked: boolean }): void {
  if (!isRevoked) return
  throw new Problem('forbidden', { detail: 'This device has been revoked; it may only upload its sales' })
}
