import type { HubContext } from '#hub/context.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { canMail } from '#hub/integrations/mail/channels.ts'
import { queueMail } from '#hub/integrations/mail/queue-mail.ts'
import type { Composer } from '#hub/integrations/mail/send-mails.ts'
import { changedLetter } from './letters.ts'

/** Notifies the owner of the account by email, if the hub can send it. Call `jobs.wake('mail')` after the commit. */
export async function notifyPasswordChanged(
  tx: PlatformTx,
  hub: Pick<HubContext, 'jobs' | 'keyRing' | 'mail'>,
  { email, language, key }: { email: string; language: 'en' | 'ru'; key: string },
): Promise<void> {
  if (!(await canMail(tx, hub))) return
  await queueMail(tx, hub.jobs, {
    key: `password-changed ${key}`,
    kind: 'PasswordChanged',
    to: email,
    language,
    data: { at: new Date().toISOString() },
  })
}

export const composePasswordChanged: Composer = async (_hub, { language, recipient, data }) =>
  changedLetter(language, recipient, data.at ?? '')
