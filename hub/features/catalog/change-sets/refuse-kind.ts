import { refuseUnless } from '#hub/auth/access.ts'
import type { Actor } from '#hub/auth/actor.ts'
import { CHANGE_SET_PERMISSIONS, type ChangeSetKind } from '#shared/contracts/catalog/change-sets.ts'

/**
 * Throws `forbidden`, naming the permission, when the actor is not allowed to create, apply or undo change
 * sets of this kind.
 */
export function refuseKind(kind: ChangeSetKind, actor: Actor): void {
  for (const permission of CHANGE_SET_PERMISSIONS[kind]) refuseUnless(permission, actor)
}
