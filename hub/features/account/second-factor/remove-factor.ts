import { eq } from 'drizzle-orm'
import type { HubContext } from '#hub/context.ts'
import { accounts, secondFactors } from '#hub/db/tables/platform.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { canMail } from '#hub/integrations/mail/channels.ts'
import type { Letter } from '#hub/integrations/mail/letter.ts'
import { queueMail } from '#hub/integrations/mail/queue-mail.ts'
import type { Composer } from '#hub/integrations/mail/send-mails.ts'
import { Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { endSessions } from '../sessions/sessions.ts'

/**
 * Removes the second factor of a user who has lost it. Until they set up another one, they sign in with the
 * password alone. All sessions end, and the user is notified by email. Call `jobs.wake('mail')` after the
 * commit. Throws `second_factor_off`.
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
  if (!removed[0]?.confirmedAt)
    throw new Problem('second_factor_off', { detail: 'This user has no second factor' })
  await endSessions(tx, accountId)
  if (!(await canMail(tx, hub))) return
  const [account] = await tx
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, accountId))
  await queueMail(tx, hub.jobs, {
    key: `factor-removed ${newId()}`,
    kind: 'SecondFactorRemoved',
    to: must(account).email,
    language,
    data: { reason },
  })
}

export const composeFactorRemoved: Composer = async (_hub, { language, recipient, data }) =>
  letter(language, recipient, data.reason ?? '')

function letter(language: 'en' | 'ru', email: string, reason: string): Letter {
  return language === 'ru'
    ? {
        subject: 'Двухфакторная защита отключена',
        paragraphs: [
          `Администратор отключил двухфакторную защиту учётной записи ${email}. Причина: ${reason}`,
          'Теперь для входа достаточно пароля. Включите двухфакторную защиту снова сразу после входа.',
        ],
        notes: ['Если вы об этом не просили, смените пароль и сообщите владельцу организации.'],
      }
    : {
        subject: 'Two-factor authentication was turned off',
        paragraphs: [
          `An administrator turned off two-factor authentication for the account ${email}. Reason: ${reason}`,
          'You can now sign in with the password only. Set up two-factor authentication again after you sign in.',
        ],
        notes: [
          'If you did not ask for this, change your password and contact the owner of your organization.',
        ],
      }
}
