import type { MiddlewareHandler } from 'hono'
import type { Permission } from '#shared/contracts/permissions.ts'
import { TILL_ID_HEADER } from '#shared/contracts/till/routes.ts'
import { TillId } from '#shared/contracts/till/till.ts'
import type { TillLimits } from '#shared/contracts/till-limits.ts'
import { invalidRequest, Problem } from '#shared/problems/problem.ts'
import type { EdgeEnv } from '../env.ts'
import { findSignedIn } from './find-signed-in.ts'
import { readToken } from './session-cookie.ts'

/** Several tills share one agent: each names itself. */
export const ofTill: MiddlewareHandler<EdgeEnv> = async function ofTill(c, next) {
  const tillId = TillId.safeParse(c.req.header(TILL_ID_HEADER))
  if (!tillId.success) throw invalidRequest(tillId.error.issues, `#/header/${TILL_ID_HEADER}`)
  c.set('tillId', tillId.data)
  await next()
}

/** A cashier with this permission is signed in at the till. */
export function may(permission: Permission): MiddlewareHandler<EdgeEnv>[] {
  return [
    ofTill,
    async function permitted(c, next) {
      const tillId = c.get('tillId')
      const cashier = findSignedIn(c.get('agent'), tillId, readToken(c, tillId))
      if (!cashier) throw new Problem('unauthenticated')
      requirePermission(cashier, permission)
      if (c.req.method !== 'GET') c.get('agent').idleTills.noteWork(tillId)
      c.set('actor', { tillId, cashier })
      await next()
    },
  ]
}

/** What the role of the cashier leaves out (docs/domain.md#limits-at-tills). Throws Problem forbidden. */
export function requireLimit(
  { limits }: { limits: TillLimits },
  name: Exclude<keyof TillLimits, 'maxDiscountPercent'>,
): void {
  if (limits[name]) return
  throw new Problem('forbidden', { detail: `This needs a role with: ${name}`, extensions: { limit: name } })
}

/** Throws Problem forbidden. */
export function requirePermission(cashier: { permissions: Permission[] }, permission: Permission): void {
  if (cashier.permissions.includes(permission)) return
  throw new Problem('forbidden', { detail: `This needs: ${permission}`, extensions: { permission } })
}
