import { and, desc, eq, ne } from 'drizzle-orm'
import { hashOrigin } from '#hub/auth/origin.ts'
import { isTrustedOrigin } from '#hub/auth/trusted-origins.ts'
import type { HubContext } from '#hub/context.ts'
import { mails, passwordResets } from '#hub/db/tables/mail.ts'
import { accounts } from '#hub/db/tables/platform.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { outgoingOf } from '#hub/integrations/mail/channels.ts'
import { linkTo, linkTokenOf } from '#hub/integrations/mail/link-token.ts'
import { queueMail } from '#hub/integrations/mail/queue-mail.ts'
import type { Composer, MailRow } from '#hub/integrations/mail/send-mails.ts'
import { saveLink } from '../address/mailed-link.ts'
import { resetLetter } from './letters.ts'

const RESET_MINUTES = 30
/**
 * Pause in minutes between two emails to one account. The previous link stays valid for at least as long, so
 * the user has a working link without a flood of emails.
 */
const STRANGER_PAUSE_MINUTES = 15
/** Pause in minutes for requests from an origin that the account uses. */
const TRUSTED_PAUSE_MINUTES = 1

const MINUTE_MS = 60_000

/**
 * Only queues the email. The account is looked up when the email is written, so neither the response nor its
 * time reveals whether it exists. Throws `mail_not_configured` and `public_url_missing`.
 */
export async function requestReset(
  hub: HubContext,
  { email, origin, language }: { email: string; origin: string; language: 'en' | 'ru' },
): Promise<void> {
  const minute = Math.floor(Date.now() / MINUTE_MS)
  await hub.db.platform(async (tx) => {
    await outgoingOf(tx, hub)
    await queueMail(tx, hub.jobs, {
      key: `password-reset ${email} ${origin} ${minute}`,
      kind: 'PasswordReset',
      to: email,
      language,
      data: { origin },
    })
  })
  hub.jobs.wake('mail')
}

/** Composes the email. Returns undefined for an address without an account, and for one that was just sent a link. */
export const composeReset: Composer = async (hub, mail, { publicUrl }) => {
  const token = linkTokenOf(hub.mail.linkKey, mail.id)
  const isMade = await hub.db.platform((tx) => makeReset(tx, hub, mail, token))
  return isMade ? resetLetter(mail.language, linkTo(publicUrl, 'reset-password', token)) : undefined
}

async function makeReset(
  tx: PlatformTx,
  { originKey }: Pick<HubContext, 'originKey'>,
  { id, recipient, data }: MailRow,
  token: string,
): Promise<boolean> {
  const [account] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.email, recipient), eq(accounts.isActive, true)))
    // Serializes two emails to one account.
    .for('update')
  if (!account) return false
  const isTrusted = await isTrustedOrigin(
    tx,
    account.id,
    hashOrigin(originKey, account.id, data.origin ?? ''),
  )
  const [last] = await tx
    .select({ createdAt: passwordResets.createdAt })
    .from(passwordResets)
    // The link that verifies the address does not count. Otherwise, signing up with another user's address
    // could delay their reset.
    .innerJoin(mails, and(eq(mails.id, passwordResets.id), eq(mails.kind, 'PasswordReset')))
    .where(and(eq(passwordResets.accountId, account.id), ne(passwordResets.id, id)))
    .orderBy(desc(passwordResets.createdAt))
    .limit(1)
  const now = Date.now()
  const pauseMs = (isTrusted ? TRUSTED_PAUSE_MINUTES : STRANGER_PAUSE_MINUTES) * MINUTE_MS
  if (last && now - last.createdAt.getTime() < pauseMs) return false
  await saveLink(tx, { id, accountId: account.id, token, minutes: RESET_MINUTES })
  return true
}
