import type { Actor } from '#hub/auth/actor.ts'

/** A shared view is changed and deleted by its author, and by who may change the settings of the organization. */
export const mayChange = (
  { createdById }: { createdById: string | null },
  { employeeId, permissions }: Actor,
): boolean =>
  permissions.has('organization.share_views') &&
  (permissions.has('organization.update') || (createdById !== null && createdById === employeeId))
