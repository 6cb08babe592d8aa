import type { Permission } from '#shared/contracts/permissions.ts'
import { looserThan, TillLimits } from '#shared/contracts/till-limits.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { Actor } from './actor.ts'

/**
 * Nobody gives away what they do not have, nor changes somebody who may do more than they: throws permission_not_held
 * naming what is missing.
 */
export function refuseEscalation({ permissions }: Actor, needed: readonly Permission[]): void {
  const missing = needed.filter((permission) => !permissions.has(permission))
  if (missing.length === 0) return
  throw new Problem('permission_not_held', {
    detail: `You do not have: ${missing.join(', ')}`,
    extensions: { permissions: missing },
  })
}

/** The same of stores: empty means all of them. Throws permission_not_held. */
export function refuseMoreStores({ storeIds }: Actor, needed: readonly string[]): void {
  if (storeIds.length === 0) return
  if (needed.length > 0 && needed.every((id) => storeIds.includes(id))) return
  throw new Problem('permission_not_held', { detail: 'You work with fewer stores' })
}

/** The same of limits at tills (docs/domain.md#limits-at-tills). Throws permission_not_held. */
export function refuseLooserLimits({ tillLimits }: Actor, needed: Partial<TillLimits>): void {
  const missing = looserThan(tillLimits, TillLimits.parse(needed))
  if (missing.length === 0) return
  throw new Problem('permission_not_held', {
    detail: `At tills you may less yourself: ${missing.join(', ')}`,
    extensions: { limits: missing },
  })
}
