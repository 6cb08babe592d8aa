import { and, eq } from 'drizzle-orm'
import { invitations } from '#hub/db/tables/mail.ts'
import type { Tx } from '#hub/db/transact.ts'

export type InvitationRow = typeof invitations.$inferSelect

export const ofEmployee = (organizationId: string, employeeId: string) =>
  and(eq(invitations.organizationId, organizationId), eq(invitations.employeeId, employeeId))

/** Deletes the invitation and thereby invalidates its link. Returns true when there was one. */
export async function forgetInvitation(tx: Tx, employeeId: string): Promise<boolean> {
  const deleted = await tx
    .delete(invitations)
    .where(ofEmployee(tx.organizationId, employeeId))
    .returning({ id: invitations.employeeId })
  return deleted.length > 0
}
