import { eq } from 'drizzle-orm'
import { newSecret } from '#hub/config/secrets.ts'
import type { HubContext } from '#hub/context.ts'
import { accounts, organizations } from '#hub/db/tables/platform.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { canMail, outgoingOf, readChannels } from '#hub/integrations/mail/channels.ts'
import type { Letter } from '#hub/integrations/mail/letter.ts'
import { linkTo, linkTokenOf } from '#hub/integrations/mail/link-token.ts'
import { queueMail } from '#hub/integrations/mail/queue-mail.ts'
import type { Composer } from '#hub/integrations/mail/send-mails.ts'
import { Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { StartError } from '#shared/std/start-error.ts'
import { languageIn } from '../signup/defaults.ts'
import type { Account } from '../token/grants.ts'
import { saveLink } from './mailed-link.ts'

export const ADDRESS_LINK_HOURS = 72
const ADDRESS_LINK_MINUTES = ADDRESS_LINK_HOURS * 60
const PAGE = 'confirm-address'

type Mailing = Pick<HubContext, 'jobs' | 'keyRing' | 'mail'>
type Addressee = Pick<Account, 'id' | 'email'>

/**
 * Emails the link after a sign-up. Returns false when the hub sends no email. Call `jobs.wake('mail')` after
 * the commit.
 */
export async function mailFirstLink(
  tx: PlatformTx,
  hub: Mailing,
  account: Addressee,
  language: 'en' | 'ru',
): Promise<boolean> {
  if (!(await canMail(tx, hub))) return false
  await queueLink(tx, hub, account, language)
  return true
}

/**
 * Emails the link again, in the language of the organization. Call `jobs.wake('mail')` after the commit.
 * Throws `address_proved`, `mail_not_configured`, `public_url_missing` and `too_many_attempts`.
 */
export async function mailLinkAgain(
  tx: PlatformTx,
  hub: Mailing & Pick<HubContext, 'db' | 'rateLimiter'>,
  account: Account,
): Promise<void> {
  if (account.emailVerifiedAt) throw new Problem('address_proved')
  await outgoingOf(tx, hub)
  await hub.rateLimiter.attempt('addressLink', account.id)
  await queueLink(tx, hub, account, await languageOf(hub, account))
}

async function queueLink(
  tx: PlatformTx,
  { jobs }: Mailing,
  { id, email }: Addressee,
  language: 'en' | 'ru',
): Promise<void> {
  const key = `address-link ${newId()}`
  await queueMail(tx, jobs, { key, kind: 'AddressLink', to: email, language, data: { accountId: id } })
}

async function languageOf({ db }: Pick<HubContext, 'db'>, { organizationId }: Account): Promise<'en' | 'ru'> {
  if (organizationId === null) return 'en'
  const [organization] = await db.read(organizationId, (tx) =>
    tx
      .select({ country: organizations.country })
      .from(organizations)
      .where(eq(organizations.id, organizationId)),
  )
  return languageIn(organization?.country ?? '')
}

/**
 * Composes the email. Returns undefined when the address has been proved in the meantime or the account was
 * deleted.
 */
export const composeAddressLink: Composer = async (hub, { id, language, data }, { publicUrl }) => {
  const token = linkTokenOf(hub.mail.linkKey, id)
  const email = await hub.db.platform(async (tx) => {
    const [account] = await tx
      .select()
      .from(accounts)
      .where(eq(accounts.id, data.accountId ?? ''))
    if (!account || account.emailVerifiedAt) return undefined
    await saveLink(tx, { id, accountId: account.id, token, minutes: ADDRESS_LINK_MINUTES })
    return account.email
  })
  return email === undefined ? undefined : letter(language, email, linkTo(publicUrl, PAGE, token))
}

/**
 * Creates a link for the operator of a hub that sends no email, who passes it on to the owner of the address.
 * Throws StartError for an address without an account, and for a proved one.
 */
export async function makeAddressLink(tx: PlatformTx, email: string, ownUrl: string): Promise<string> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.email, email))
  if (!account) throw new StartError(`${email} has no account`)
  if (account.emailVerifiedAt) throw new StartError(`The address ${email} is proved already`)
  const token = newSecret()
  await saveLink(tx, { id: newId(), accountId: account.id, token, minutes: ADDRESS_LINK_MINUTES })
  const { publicUrl } = await readChannels(tx)
  return linkTo(publicUrl ?? ownUrl, PAGE, token)
}

function letter(language: 'en' | 'ru', email: string, url: string): Letter {
  return language === 'ru'
    ? {
        subject: 'Подтвердите почту',
        paragraphs: [
          `Учётная запись Counterfoil зарегистрирована на почту ${email}.`,
          `Подтвердите, что это ваша почта. Ссылка действует ${ADDRESS_LINK_HOURS} часа и сработает один раз.`,
        ],
        action: { label: 'Подтвердить почту', url },
        notes: [
          'Если регистрировались не вы, задайте по этой же ссылке свой пароль: посторонний больше не сможет войти.',
        ],
      }
    : {
        subject: 'Confirm your e-mail',
        paragraphs: [
          `A Counterfoil account was created with the e-mail ${email}.`,
          `Confirm that this is your e-mail. The link is valid for ${ADDRESS_LINK_HOURS} hours and works once.`,
        ],
        action: { label: 'Confirm e-mail', url },
        notes: [
          'If this was not you, set your own password with the same link: the other password and other sign-in methods stop working.',
        ],
      }
}
