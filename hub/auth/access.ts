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

/**
 * What a route has to do with stores. An employee may be limited to some (docs/domain.md#stores-of-an-employee).
 * - `none`: its things belong to no store: the catalog, partners, loyalty, one's own account.
 * - `own`: its things belong to stores. Limited people find and change those of their stores; others are not_found.
 * - `all`: it tells of all stores or changes what all stores share. Limited people are refused: all_stores_needed.
 */
export type StoreScope = 'none' | 'own' | 'all'

/** What every route declares. Stores limit people of an organization only: not devices, SuperAdmins or the public. */
export type Declared =
  | { may: Exclude<Access, Unlimited>; stores: StoreScope }
  | { may: Unlimited; stores?: undefined }
type Unlimited = 'public' | 'super-admin' | 'pos.sync'

/** Throws all_stores_needed. */
export function refuseLimited(stores: StoreScope | undefined, { storeIds }: Actor): void {
  if (stores === 'all' && storeIds.length > 0) throw new Problem('all_stores_needed')
}

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
