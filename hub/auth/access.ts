import type { Permission } from '#shared/contracts/permissions.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { Actor } from './actor.ts'
import { challenge } from './challenge.ts'

/**
 * Who may use a route. A permission of a role; any signed-in person; a SuperAdmin; or everyone. A route cannot be
 * described without it: that is how the default is to deny.
 */
export type Access = Permission | 'signed-in' | 'super-admin' | 'public'

export type Guarded = Exclude<Access, 'public'>

/** Throws forbidden, naming what it needs. */
export function refuseUnless(access: Guarded, actor: Actor): void {
  const isAllowed =
    access === 'super-admin'
      ? actor.isSuperAdmin
      : access === 'signed-in'
        ? actor.kind === 'person'
        : actor.permissions.has(access)
  if (!isAllowed)
    throw new Problem('forbidden', {
      detail: `This needs: ${access}`,
      extensions: { permission: access },
      headers: { 'WWW-Authenticate': challenge('insufficient_scope') },
    })
}
