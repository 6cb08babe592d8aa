import { desc, eq } from 'drizzle-orm'
import type { HubContext } from '#hub/context.ts'
import { countRows, notFound } from '#hub/db/records.ts'
import { mails, signUpInvitations } from '#hub/db/tables/mail.ts'
import { accounts } from '#hub/db/tables/platform.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { mailOrLink } from '#hub/integrations/mail/mail-or-link.ts'
import type {
  SignUpInvitation,
  SignUpInvitationListQuery,
} from '#shared/contracts/platform/sign-up-invitations.ts'
import { Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'

export const SIGN_UP_DAYS = 7
export const SIGN_UP_PAGE = 'sign-up'
const DAY_MS = 24 * 60 * 60_000

export const signUpUntil = (): Date => new Date(Date.now() + SIGN_UP_DAYS * DAY_MS)

type Row = typeof signUpInvitations.$inferSelect
export interface FoundSignUpInvitation {
  invitation: Row
  mail: typeof mails.$inferSelect | null
  /** Link to be handed over manually when the hub sends no mail. Returned only on creation. */
  link?: string | null
}

interface Inviter {
  actorId: string
  hub: HubContext
}

/**
 * Mails a sign-up link to the address, or returns the link when the hub sends no mail. Call
 * `jobs.wake('mail')` after the commit. Throws `email_taken`, `duplicate` for an address already invited, and
 * `too_many_attempts`.
 */
export async function inviteToSignUp(
  tx: PlatformTx,
  { email, language }: Pick<Row, 'email' | 'language'>,
  inviter: Inviter,
): Promise<FoundSignUpInvitation> {
  const errors = [{ pointer: '#/email', detail: 'an account with this address exists' }]
  const known = await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email))
  if (known.length > 0) throw new Problem('email_taken', { errors })
  const id = newId()
  const { sent, link } = await send(tx, { email, language }, inviter)
  const made = await tx
    .insert(signUpInvitations)
    .values({ id, email, language, ...sent })
    .onConflictDoNothing({ target: signUpInvitations.email })
    .returning({ id: signUpInvitations.id })
  if (made.length === 0)
    throw new Problem('duplicate', { detail: 'This e-mail is already invited: resend the invitation' })
  return { ...(await getSignUpInvitation(tx, id)), link }
}

/**
 * Sends the invitation again. Invalidates the earlier link and restarts the validity period. Throws
 * `not_found` and `too_many_attempts`.
 */
export async function sendAgain(
  tx: PlatformTx,
  id: string,
  inviter: Inviter,
): Promise<FoundSignUpInvitation> {
  const [row] = await tx.select().from(signUpInvitations).where(eq(signUpInvitations.id, id)).for('update')
  if (!row) throw noInvitation(id)
  const { sent, link } = await send(tx, row, inviter)
  await tx.update(signUpInvitations).set(sent).where(eq(signUpInvitations.id, id))
  return { ...(await getSignUpInvitation(tx, id)), link }
}

async function send(
  tx: PlatformTx,
  { email, language }: Pick<Row, 'email' | 'language'>,
  { actorId, hub }: Inviter,
): Promise<{ sent: Omit<Row, 'id' | 'email' | 'language'>; link: string | null }> {
  await hub.rateLimiter.attempt('invitation', actorId)
  await hub.rateLimiter.attempt('invited', email)
  const key = `sign-up-invitation ${newId()}`
  const { way, link } = await mailOrLink(
    tx,
    hub,
    { key, kind: 'SignUpInvitation', to: email, language, data: {} },
    SIGN_UP_PAGE,
  )
  const times = { createdAt: new Date(), expiresAt: signUpUntil() }
  return { sent: { ...way, ...times, invitedById: actorId }, link }
}

/** Withdraws the invitation. Throws `not_found`. */
export async function withdrawSignUpInvitation(tx: PlatformTx, id: string): Promise<void> {
  const gone = await tx.delete(signUpInvitations).where(eq(signUpInvitations.id, id)).returning()
  if (gone.length === 0) throw noInvitation(id)
}

const noInvitation = (id: string): Problem => notFound('invitation to sign up', id)

const withMails = (tx: PlatformTx) =>
  tx
    .select({ invitation: signUpInvitations, mail: mails })
    .from(signUpInvitations)
    .leftJoin(mails, eq(mails.id, signUpInvitations.mailId))

async function getSignUpInvitation(tx: PlatformTx, id: string): Promise<FoundSignUpInvitation> {
  const [found] = await withMails(tx).where(eq(signUpInvitations.id, id))
  return must(found, 'invitation to sign up')
}

/** Returns a page of open invitations, newest first. */
export async function listSignUpInvitations(
  tx: PlatformTx,
  { page, pageSize }: SignUpInvitationListQuery,
): Promise<{ rows: FoundSignUpInvitation[]; total: number }> {
  const rows = await withMails(tx)
    .orderBy(desc(signUpInvitations.createdAt), desc(signUpInvitations.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { rows, total: await countRows(tx, signUpInvitations, undefined) }
}

export function presentSignUpInvitation({
  invitation,
  mail,
  link = null,
}: FoundSignUpInvitation): SignUpInvitation {
  const { id, email, language, invitedById, isByHand, createdAt, expiresAt } = invitation
  return {
    id,
    email,
    language,
    invitedById,
    isByHand,
    link,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    isExpired: expiresAt.getTime() <= Date.now(),
    mail: mail && { status: mail.status, error: mail.error, sentAt: mail.sentAt?.toISOString() ?? null },
  }
}
