import type { Permission } from '#shared/domain/permissions.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { Actor } from './actor.ts'
import { challenge } from './challenge.ts'

/**
 * Access to a route: a permission of a role, any signed-in user, a SuperAdmin, or everyone. Every route must
 * declare it, so access is denied by default.
 */
export type Access = Permission | 'signed-in' | 'super-admin' | 'public'

export type Guarded = Exclude<Access, 'public'>

/**
 * Relation of a route to stores. An employee may be limited to some stores
 * (docs/domain.md#stores-of-an-employee).
 * - `none`: its records belong to no store: the catalog, partners, loyalty, one's own account.
 * - `own`: its records belong to stores. Limited users find and change those of their stores; others are
 * `not_found`.
 * - `all`: it returns data of all stores or changes data that all stores share. Limited users are refused:
 * `all_stores_needed`.
 */
export type StoreScope = 'none' | 'own' | 'all'

/** Declaration of every route. Stores limit only users of an organization, not devices, SuperAdmins or the public. */
export type Declared =
  | { may: Exclude<Access, Unlimited>; stores: StoreScope }
  | { may: Unlimited; stores?: undefined }
type Unlimited = 'public' | 'super-admin' | 'pos.sync'

/** Throws `all_stores_needed` for a limited user. */
export function refuseLimited(stores: StoreScope | undefined, { storeIds }: Actor): void {
  if (stores === 'all' && storeIds.length > 0) throw new Problem('all_stores_needed')
}

/** Throws `forbidden`, naming the missing permission. */
export function refuseUnless(access: Guarded, actor: Actor): void {
  const isAllowed =
    access === 'super-admin'
      ? actor.isSuperAdmin
      : access === 'signed-in'
        ? actor.kind === 'person'
        : actor.permissions.has(access)
  if (!isAllowed)
    throw new Problem('forbidden', {
      detail: `This needs the permission ${access}`,
      extensions: { permission: access },
      headers: { 'WWW-Authenticate': challenge('insufficient_scope') },
    })
}
