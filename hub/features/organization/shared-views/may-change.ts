import type { Actor } from '#hub/auth/actor.ts'

/**
 * True when the user may change and delete a shared view: as its author, or with the right to change the
 * settings of the organization.
 */
export const mayChange = (
  { createdById }: { createdById: string | null },
  { employeeId, permissions }: Actor,
): boolean =>
  permissions.has('organization.share_views') &&
  (permissions.has('organization.update') || (createdById !== null && createdById === employeeId))
