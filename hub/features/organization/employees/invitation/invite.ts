import { eq } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import type { HubContext } from '#hub/context.ts'
import { notFound } from '#hub/db/records.ts'
import { invitations, mails } from '#hub/db/tables/mail.ts'
import type { Tx } from '#hub/db/transact.ts'
import { mailOrLink } from '#hub/integrations/mail/mail-or-link.ts'
import type { Invitation } from '#shared/contracts/organization/invitations.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { lockEmployee } from '../save-employee.ts'
import { forgetInvitation, type InvitationRow, ofEmployee } from './queries.ts'

export const INVITATION_HOURS = 72
export const INVITATION_PAGE = 'accept-invitation'
const HOUR_MS = 60 * 60_000

export const invitedUntil = (): Date => new Date(Date.now() + INVITATION_HOURS * HOUR_MS)

export interface FoundInvitation {
  invitation: InvitationRow
  mail: typeof mails.$inferSelect | null
  /** Link to be handed over manually when the hub sends no mail. Returned only on creation. */
  link?: string | null
}

/**
 * Mails an invitation link to the employee, or returns the link when the hub sends no mail. Invalidates an
 * earlier link. Throws `invalid_request` for an archived employee or one without an address, `duplicate` for
 * an employee with an account, the errors of `lockEmployee`, and `too_many_attempts`.
 */
export async function inviteEmployee(
  tx: Tx,
  { id, language, actor, hub }: { id: string; language: 'en' | 'ru'; actor: Actor; hub: HubContext },
): Promise<FoundInvitation> {
  const { employee } = await lockEmployee(tx, id, actor)
  const { email } = employee
  if (employee.accountId) throw new Problem('duplicate', { detail: 'The employee already has an account' })
  if (employee.isArchived) throw invalidField(['id'], 'the employee is archived')
  if (!email) throw invalidField(['email'], 'the employee has no e-mail address')
  await hub.rateLimiter.attempt('invitation', actor.id)
  await hub.rateLimiter.attempt('invited', email)
  return inviteAddress(tx, hub, { id, email, language })
}

/** Invites an employee without an account at the given address. */
export async function inviteAddress(
  tx: Tx,
  hub: Pick<HubContext, 'jobs' | 'keyRing' | 'mail'>,
  { id, email, language }: { id: string; email: string; language: 'en' | 'ru' },
): Promise<FoundInvitation> {
  const { way, link } = await mailOrLink(
    tx,
    hub,
    {
      key: `invitation ${newId()}`,
      kind: 'Invitation',
      to: email,
      language,
      data: { organizationId: tx.organizationId, employeeId: id },
    },
    INVITATION_PAGE,
  )
  const values = { ...way, email, createdAt: new Date(), expiresAt: invitedUntil() }
  await tx
    .insert(invitations)
    .values({ organizationId: tx.organizationId, employeeId: id, ...values })
    .onConflictDoUpdate({ target: [invitations.organizationId, invitations.employeeId], set: values })
  return { ...must(await findInvitation(tx, id), 'invitation'), link }
}

/** Withdraws the invitation. Throws `not_found` when the employee has no invitation. */
export async function withdrawInvitation(tx: Tx, id: string, actor: Actor): Promise<void> {
  await lockEmployee(tx, id, actor)
  if (!(await forgetInvitation(tx, id))) throw notFound('invitation of employee', id)
}

/** Returns the invitation. Throws `not_found` when the employee has no invitation. */
export async function getInvitation(tx: Tx, id: string): Promise<FoundInvitation> {
  const found = await findInvitation(tx, id)
  if (!found) throw notFound('invitation of employee', id)
  return found
}

export async function findInvitation(tx: Tx, id: string): Promise<FoundInvitation | undefined> {
  const [found] = await tx
    .select({ invitation: invitations, mail: mails })
    .from(invitations)
    .leftJoin(mails, eq(mails.id, invitations.mailId))
    .where(ofEmployee(tx.organizationId, id))
  return found
}

export function presentInvitation({ invitation, mail, link = null }: FoundInvitation): Invitation {
  return {
    employeeId: invitation.employeeId,
    email: invitation.email,
    createdAt: invitation.createdAt.toISOString(),
    expiresAt: invitation.expiresAt.toISOString(),
    isExpired: invitation.expiresAt.getTime() <= Date.now(),
    isByHand: invitation.isByHand,
    link,
    mail: mail && { status: mail.status, error: mail.error, sentAt: mail.sentAt?.toISOString() ?? null },
  }
}
