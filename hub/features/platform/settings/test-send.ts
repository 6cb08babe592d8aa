import { eq } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import type { HubContext } from '#hub/context.ts'
import { accounts } from '#hub/db/tables/platform.ts'
import { outgoingOf } from '#hub/integrations/mail/channels.ts'
import { deliver } from '#hub/integrations/mail/deliver.ts'
import { Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'

/** Sends a test mail to the user and waits for the mail server. Throws `mail_not_configured`, `mail_failed`. */
export async function testSend(
  hub: Pick<HubContext, 'db' | 'keyRing' | 'mail'>,
  actor: Actor,
  language: 'en' | 'ru',
): Promise<{ to: string }> {
  const { server, publicUrl, to } = await hub.db.platform(async (tx) => {
    const [account] = await tx
      .select({ email: accounts.email })
      .from(accounts)
      .where(eq(accounts.id, actor.id))
    return { ...(await outgoingOf(tx, hub)), to: must(account, 'account').email }
  })
  const letter =
    language === 'ru'
      ? {
          subject: 'Пробное письмо',
          paragraphs: [`Почта работает. Ссылки в письмах начинаются с ${publicUrl}.`],
        }
      : { subject: 'Test e-mail', paragraphs: [`E-mail works. Links in e-mails start with ${publicUrl}.`] }
  await deliver(server, { id: newId(), to, language, letter }).catch((cause: Error) => {
    throw Object.assign(new Problem('mail_failed', { detail: cause.message.slice(0, 500) }), { cause })
  })
  return { to }
}
