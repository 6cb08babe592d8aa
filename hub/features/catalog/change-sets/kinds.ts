import { refuseUnless } from '#hub/auth/access.ts'
import type { Actor } from '#hub/auth/actor.ts'
import { PRODUCT_IMPORT_CHANGES } from '#hub/features/catalog/product-imports/apply/import-changes.ts'
import { CHANGE_SET_PERMISSIONS, type ChangeSetKind } from '#shared/contracts/catalog/change-sets.ts'
import type { ChangeKind } from './change-kind.ts'
import { COUNTERPARTY_CHANGES } from './counterparty-changes.ts'
import { PRODUCT_CHANGES } from './product-changes.ts'

const KINDS = {
  products: PRODUCT_CHANGES,
  counterparties: COUNTERPARTY_CHANGES,
  'product-import': PRODUCT_IMPORT_CHANGES,
} satisfies Record<ChangeSetKind, unknown>

/** Returns the implementation of a kind. It accepts only the requests of change sets of this kind. */
export const kindOf = (kind: ChangeSetKind): ChangeKind<unknown> => KINDS[kind] as ChangeKind<unknown>

/**
 * Throws `forbidden`, naming the permission, when the actor is not allowed to create, apply or undo change
 * sets of this kind.
 */
export function refuseKind(kind: ChangeSetKind, actor: Actor): void {
  for (const permission of CHANGE_SET_PERMISSIONS[kind]) refuseUnless(permission, actor)
}
