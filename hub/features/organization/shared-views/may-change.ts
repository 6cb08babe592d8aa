import type { Actor } from '#hub/auth/actor.ts'

/**
 * True when the user can change and delete a shared view, as its author or with permission to change the
 * organization's settings.
 */
export const mayChange = (
  { createdById }: { createdById: string | null },
  { employeeId, permissions }: Actor,
): boolean =>
  permissions.has('organization.share_views') &&
  (permissions.has('organization.update') || (createdById !== null && createdById === employeeId))
