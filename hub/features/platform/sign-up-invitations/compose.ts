import { eq } from 'drizzle-orm'
import { hashSecret } from '#hub/config/secrets.ts'
import { signUpInvitations } from '#hub/db/tables/mail.ts'
import type { Letter } from '#hub/mail/letter.ts'
import { linkTo, linkTokenOf } from '#hub/mail/link-token.ts'
import type { Composer } from '#hub/mail/send-mails.ts'
import { SIGN_UP_DAYS, SIGN_UP_PAGE, signUpUntil } from './invite.ts'

/** Nothing when the invitation was withdrawn or sent again meanwhile. */
export const composeSignUpInvitation: Composer = async (hub, { id, language }, { publicUrl }) => {
  const token = linkTokenOf(hub.mail.linkKey, id)
  const invited = await hub.db.platform((tx) =>
    tx
      .update(signUpInvitations)
      .set({ tokenHash: hashSecret(token), expiresAt: signUpUntil() })
      .where(eq(signUpInvitations.mailId, id))
      .returning({ id: signUpInvitations.id }),
  )
  return invited.length === 0 ? undefined : letter(language, linkTo(publicUrl, SIGN_UP_PAGE, token))
}

function letter(language: 'en' | 'ru', url: string): Letter {
  return language === 'ru'
    ? {
        subject: 'Приглашение в Counterfoil',
        paragraphs: [
          'Вас приглашают зарегистрировать организацию в Counterfoil.',
          `Ссылка действует ${SIGN_UP_DAYS} дней и только один раз.`,
        ],
        action: { label: 'Зарегистрироваться', url },
        notes: ['Если вы не ждали этого письма, ничего делать не нужно.'],
      }
    : {
        subject: 'Invitation to Counterfoil',
        paragraphs: [
          'You are invited to register your organization in Counterfoil.',
          `The link works for ${SIGN_UP_DAYS} days, and once.`,
        ],
        action: { label: 'Sign up', url },
        notes: ['If you did not expect this mail, there is nothing to do.'],
      }
}
