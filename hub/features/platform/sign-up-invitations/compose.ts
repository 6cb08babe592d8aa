import { eq } from 'drizzle-orm'
import { hashSecret } from '#hub/config/secrets.ts'
import { signUpInvitations } from '#hub/db/tables/mail.ts'
import type { Letter } from '#hub/integrations/mail/letter.ts'
import { linkTo, linkTokenOf } from '#hub/integrations/mail/link-token.ts'
import type { Composer } from '#hub/integrations/mail/send-mails.ts'
import { SIGN_UP_DAYS, SIGN_UP_PAGE, signUpUntil } from './invite.ts'

/** Composes the mail. Composes nothing when the invitation has since been withdrawn or sent again. */
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
          `Ссылка действует ${SIGN_UP_DAYS} дней и сработает один раз.`,
        ],
        action: { label: 'Зарегистрироваться', url },
        notes: ['Если вы не ждали этого письма, просто удалите его.'],
      }
    : {
        subject: 'Invitation to Counterfoil',
        paragraphs: [
          'You are invited to register your organization in Counterfoil.',
          `The link is valid for ${SIGN_UP_DAYS} days and works once.`,
        ],
        action: { label: 'Sign up', url },
        notes: ['If you did not expect this e-mail, you can ignore it.'],
      }
}
