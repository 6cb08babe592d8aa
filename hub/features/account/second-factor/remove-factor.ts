import { eq } from 'drizzle-orm'
import type { HubContext } from '#hub/context.ts'
import { accounts, secondFactors } from '#hub/db/tables/platform.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { canMail } from '#hub/mail/channels.ts'
import type { Letter } from '#hub/mail/letter.ts'
import { queueMail } from '#hub/mail/queue-mail.ts'
import type { Composer } from '#hub/mail/send-mails.ts'
import { Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { endSessions } from '../sessions/sessions.ts'

/**
 * For somebody who has lost it: they sign in with the password alone until they set up another. All sessions end, and they
 * are told by mail; after the commit call `jobs.wake('mail')`. Throws second_factor_off.
 */
export async function removeFactor(
  tx: PlatformTx,
  hub: Pick<HubContext, 'jobs' | 'keyRing' | 'mail'>,
  accountId: string,
  { reason, language }: { reason: string; language: 'en' | 'ru' },
): Promise<void> {
  const removed = await tx
    .delete(secondFactors)
    .where(eq(secondFactors.accountId, accountId))
    .returning({ confirmedAt: secondFactors.confirmedAt })
  if (!removed[0]?.confirmedAt) throw new Problem('second_factor_off', { detail: 'They have none' })
  await endSessions(tx, accountId)
  if (!(await canMail(tx, hub))) return
  const [account] = await tx
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, accountId))
  await queueMail(tx, hub.jobs, {
    ...{ key: `factor-removed ${newId()}`, kind: 'SecondFactorRemoved', to: must(account).email, language },
    data: { reason },
  })
}

export const composeFactorRemoved: Composer = async (_hub, { language, recipient, data }) =>
  letter(language, recipient, data.reason ?? '')

function letter(language: 'en' | 'ru', email: string, reason: string): Letter {
  return language === 'ru'
    ? {
        subject: 'Второй фактор отключён',
        paragraphs: [
          `Администратор отключил второй фактор учётной записи ${email}. Причина: ${reason}`,
          'Теперь для входа достаточно пароля. Настройте второй фактор снова сразу после входа.',
        ],
        notes: ['Если вы об этом не просили, смените пароль и сообщите владельцу организации.'],
      }
    : {
        subject: 'Your second factor was taken off',
        paragraphs: [
          `An administrator took off the second factor of the account ${email}. Reason: ${reason}`,
          'The password alone lets you in now. Set up a second factor again when you have signed in.',
        ],
        notes: ['If you did not ask for it, change your password and tell the owner of your organization.'],
      }
}
