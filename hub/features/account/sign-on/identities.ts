import { and, asc, count, eq } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import type { HubContext } from '#hub/context.ts'
import { notFound } from '#hub/db/records.ts'
import { accountIdentities, accounts, organizations } from '#hub/db/tables/platform.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { canMail } from '#hub/integrations/mail/channels.ts'
import type { Letter } from '#hub/integrations/mail/letter.ts'
import { queueMail } from '#hub/integrations/mail/queue-mail.ts'
import type { Composer } from '#hub/integrations/mail/send-mails.ts'
import type { Identities } from '#shared/contracts/account/sign-on.ts'
import { Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { endSessions } from '../sessions/sessions.ts'
import { languageIn } from '../signup/defaults.ts'
import { type Proven, saveIdentity, spendGoodCode } from './codes.ts'

export async function listIdentities(tx: PlatformTx, { id }: Pick<Actor, 'id'>): Promise<Identities> {
  const rows = await tx
    .select()
    .from(accountIdentities)
    .where(eq(accountIdentities.accountId, id))
    .orderBy(asc(accountIdentities.createdAt), asc(accountIdentities.id))
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, id))
  return {
    hasPassword: must(account, 'account').hasPassword,
    items: rows.map(({ id, issuer, email, createdAt }) => ({
      id,
      issuer,
      email,
      createdAt: createdAt.toISOString(),
    })),
  }
}

/**
 * Links an identity and ends all sessions except `kept`, because a stranger may have signed in to the account
 * before. Notifies the owner by email. Call `jobs.wake('mail')` after the commit. Throws `identity_taken`.
 */
export async function linkIdentity(
  tx: PlatformTx,
  hub: Pick<HubContext, 'jobs' | 'keyRing' | 'mail'>,
  {
    account,
    proven,
    kept,
  }: {
    account: Pick<typeof accounts.$inferSelect, 'id' | 'email' | 'organizationId'>
    proven: Proven
    kept: string | null
  },
): Promise<void> {
  if (!(await saveIdentity(tx, account.id, proven))) return
  await endSessions(tx, account.id, kept)
  await notifyLinked(tx, hub, account, proven.issuer)
}

/** Notifies the owner of a new sign-in method. Call `jobs.wake('mail')` after the commit. */
export async function notifyLinked(
  tx: PlatformTx,
  hub: Pick<HubContext, 'jobs' | 'keyRing' | 'mail'>,
  account: Pick<typeof accounts.$inferSelect, 'email' | 'organizationId'>,
  by: string,
): Promise<void> {
  if (!(await canMail(tx, hub))) return
  await queueMail(tx, hub.jobs, {
    key: `identity-linked ${newId()}`,
    kind: 'IdentityLinked',
    to: account.email,
    language: 'en',
    data: { issuer: by, organizationId: account.organizationId ?? '' },
  })
}

/**
 * Links an identity to the account of the signed-in user. Throws `wrong_code` for an invalid code, and
 * `identity_taken`.
 */
export async function linkOwnIdentity(
  tx: PlatformTx,
  hub: Pick<HubContext, 'jobs' | 'keyRing' | 'mail'>,
  { id, sessionId }: Actor,
  code: string,
): Promise<Identities> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, id))
  const proven = await spendGoodCode(tx, code, 'code')
  await linkIdentity(tx, hub, { account: must(account, 'account'), proven, kept: sessionId })
  return listIdentities(tx, { id })
}

/** Removes an identity. Throws `not_found` and `last_way_in`. */
export async function unlinkIdentity(tx: PlatformTx, { id }: Actor, identityId: string): Promise<void> {
  // Without the lock, two concurrent removals could remove all identities.
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, id)).for('update')
  const own = eq(accountIdentities.accountId, id)
  const [all] = await tx.select({ count: count() }).from(accountIdentities).where(own)
  const ended = await tx
    .delete(accountIdentities)
    .where(and(own, eq(accountIdentities.id, identityId)))
    .returning({ id: accountIdentities.id })
  if (ended.length === 0) throw notFound('identity', identityId)
  if (!account?.hasPassword && all?.count === 1)
    throw new Problem('last_way_in', { detail: 'Choose a password first, with the link of a mail' })
}

/** Composes the email in the language of the organization, whatever the browser's language was at the provider. */
export const composeIdentityLinked: Composer = async (hub, { recipient, data }) => {
  const { issuer = '', organizationId } = data
  const [organization] = organizationId
    ? await hub.db.read(organizationId, (tx) =>
        tx
          .select({ country: organizations.country })
          .from(organizations)
          .where(eq(organizations.id, organizationId)),
      )
    : []
  return letter(languageIn(organization?.country ?? ''), recipient, issuer)
}

function letter(language: 'en' | 'ru', email: string, issuer: string): Letter {
  return language === 'ru'
    ? {
        subject: 'Новый способ входа',
        paragraphs: [
          `В учётную запись ${email} теперь можно войти через ${issuer}. Другие сеансы завершены.`,
          'Если это были не вы, сразу задайте новый пароль по ссылке «Забыли пароль?» и сообщите администратору.',
        ],
      }
    : {
        subject: 'New sign-in method',
        paragraphs: [
          `You can now sign in to the account ${email} with ${issuer}. All other sessions have ended.`,
          'If this was not you, set a new password right away with "Forgot password?" and contact your administrator.',
        ],
      }
}
