import type { Permission } from '#shared/domain/permissions.ts'
import { looserThan, TillLimits } from '#shared/domain/till-limits.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { Actor } from './actor.ts'

/**
 * Throws `permission_not_held` with the missing permissions. Users cannot grant permissions that they do not
 * have, or change an employee who has more.
 */
export function refuseEscalation({ permissions }: Actor, needed: readonly Permission[]): void {
  const missing = needed.filter((permission) => !permissions.has(permission))
  if (missing.length === 0) return
  throw new Problem('permission_not_held', {
    detail: `You do not have: ${missing.join(', ')}`,
    extensions: { permissions: missing },
  })
}

/**
 * Throws `permission_not_held` when a user who is limited to some stores would grant access to other stores.
 * An empty list means all stores.
 */
export function refuseMoreStores({ storeIds }: Actor, needed: readonly string[]): void {
  if (storeIds.length === 0) return
  if (needed.length > 0 && needed.every((id) => storeIds.includes(id))) return
  throw new Problem('permission_not_held', { detail: 'You have access to fewer stores' })
}

/**
 * Throws `permission_not_held` when a user would grant looser limits at tills than they have themselves
 * (docs/domain.md#limits-at-tills).
 */
export function refuseLooserLimits({ tillLimits }: Actor, needed: Partial<TillLimits>): void {
  const missing = looserThan(tillLimits, TillLimits.parse(needed))
  if (missing.length === 0) return
  throw new Problem('permission_not_held', {
    detail: `Your own till permissions are lower: ${missing.join(', ')}`,
    extensions: { limits: missing },
  })
}
