import type { Permission } from '#shared/domain/permissions.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { Actor } from './actor.ts'
import { challenge } from './challenge.ts'

/**
 * Access to a route: a permission of a role, any signed-in user, a SuperAdmin, or everyone. Every route must
 * declare its access, so that access is denied by default.
 */
export type Access = Permission | 'signed-in' | 'super-admin' | 'public'

export type Guarded = Exclude<Access, 'public'>

/**
 * Relation of a route to stores. An employee can be limited to some stores
 * (docs/domain.md#stores-of-an-employee).
 * - `none`: its records belong to no store, such as the catalog, partners, loyalty, or the user's own
 * account.
 * - `own`: its records belong to stores. Limited users can find and change those of their stores. Others are
 * `not_found`.
 * - `all`: it returns data of all stores or changes data shared by all stores. Limited users get
 * `all_stores_needed`.
 */
export type StoreScope = 'none' | 'own' | 'all'

/**
 * Access declaration of a route. Store limits apply only to users of an organization, not to devices,
 * SuperAdmins or the public.
 */
export type Declared =
  | { may: Exclude<Access, Unlimited>; stores: StoreScope }
  | { may: Unlimited; stores?: undefined }
type Unlimited = 'public' | 'super-admin' | 'pos.sync'

/** Throws `all_stores_needed` when a user limited to some stores calls a route that concerns all stores. */
export function refuseLimited(stores: StoreScope | undefined, { storeIds }: Actor): void {
  if (stores === 'all' && storeIds.length > 0) throw new Problem('all_stores_needed')
}

/** Throws `forbidden` with the name of the missing access. */
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
