import { eq } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import type { HubContext } from '#hub/context.ts'
import { notFound } from '#hub/db/records.ts'
import { invitations, mails } from '#hub/db/tables/mail.ts'
import type { Tx } from '#hub/db/transact.ts'
import { outgoingOf } from '#hub/mail/channels.ts'
import { queueMail } from '#hub/mail/queue-mail.ts'
import type { Invitation } from '#shared/contracts/organization/invitations.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { lockEmployee } from '../save-employee.ts'
import { forgetInvitation, type InvitationRow, ofEmployee } from './queries.ts'

export const INVITATION_HOURS = 72
const HOUR_MS = 60 * 60_000

export const invitedUntil = (): Date => new Date(Date.now() + INVITATION_HOURS * HOUR_MS)

export interface FoundInvitation {
  invitation: InvitationRow
  mail: typeof mails.$inferSelect | null
}

/**
 * Mails the employee a link; one that was sent before is dead. Throws invalid_request for an employee without an address,
 * duplicate for one who has an account, owner_needed and the like as updateEmployee does, mail_not_configured,
 * too_many_attempts.
 */
export async function inviteEmployee(
  tx: Tx,
  { id, language, actor, hub }: { id: string; language: 'en' | 'ru'; actor: Actor; hub: HubContext },
): Promise<FoundInvitation> {
  const { employee } = await lockEmployee(tx, id, actor)
  const { email } = employee
  if (employee.accountId) throw new Problem('duplicate', { detail: 'The employee has an account already' })
  if (employee.isArchived) throw invalidField(['id'], 'the employee is archived')
  if (!email) throw invalidField(['email'], 'the employee has no e-mail address')
  await outgoingOf(tx, hub)
  await hub.rateLimiter.attempt('invitation', actor.id)
  await hub.rateLimiter.attempt('invited', email)
  const mailId = await queueMail(tx, hub.jobs, {
    ...{ key: `invitation ${newId()}`, kind: 'Invitation', to: email, language },
    data: { organizationId: tx.organizationId, employeeId: id },
  })
  const values = { email, mailId, tokenHash: null, createdAt: new Date(), expiresAt: invitedUntil() }
  await tx
    .insert(invitations)
    .values({ organizationId: tx.organizationId, employeeId: id, ...values })
    .onConflictDoUpdate({ target: [invitations.organizationId, invitations.employeeId], set: values })
  return must(await findInvitation(tx, id), 'invitation')
}

/** Throws not_found when the employee is not invited. */
export async function withdrawInvitation(tx: Tx, id: string, actor: Actor): Promise<void> {
  await lockEmployee(tx, id, actor)
  if (!(await forgetInvitation(tx, id))) throw notFound('invitation of employee', id)
}

/** Throws not_found when the employee is not invited. */
export async function getInvitation(tx: Tx, id: string): Promise<FoundInvitation> {
  const found = await findInvitation(tx, id)
  if (!found) throw notFound('invitation of employee', id)
  return found
}

async function findInvitation(tx: Tx, id: string): Promise<FoundInvitation | undefined> {
  const [found] = await tx
    .select({ invitation: invitations, mail: mails })
    .from(invitations)
    .leftJoin(mails, eq(mails.id, invitations.mailId))
    .where(ofEmployee(tx.organizationId, id))
  return found
}

export function presentInvitation({ invitation, mail }: FoundInvitation): Invitation {
  return {
    employeeId: invitation.employeeId,
    email: invitation.email,
    createdAt: invitation.createdAt.toISOString(),
    expiresAt: invitation.expiresAt.toISOString(),
    isExpired: invitation.expiresAt.getTime() <= Date.now(),
    mail: mail && { status: mail.status, error: mail.error, sentAt: mail.sentAt?.toISOString() ?? null },
  }
}
