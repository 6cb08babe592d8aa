import { and, eq } from 'drizzle-orm'
import { hashSecret } from '#hub/config/secrets.ts'
import { invitations } from '#hub/db/tables/mail.ts'
import { organizations } from '#hub/db/tables/platform.ts'
import type { Letter } from '#hub/integrations/mail/letter.ts'
import { linkTo, linkTokenOf } from '#hub/integrations/mail/link-token.ts'
import type { Composer } from '#hub/integrations/mail/send-mails.ts'
import { must } from '#shared/std/must.ts'
import { INVITATION_HOURS, INVITATION_PAGE, invitedUntil } from './invite.ts'

/** Composes the mail. Composes nothing when the invitation has since been withdrawn or sent again. */
export const composeInvitation: Composer = async (hub, { id, language, data }, { publicUrl }) => {
  const token = linkTokenOf(hub.mail.linkKey, id)
  const organizationId = must(data.organizationId, 'organization')
  const name = await hub.db.transact(organizationId, async (tx) => {
    const [row] = await tx
      .update(invitations)
      .set({ tokenHash: hashSecret(token), expiresAt: invitedUntil() })
      .where(and(eq(invitations.organizationId, organizationId), eq(invitations.mailId, id)))
      .returning({ id: invitations.employeeId })
    if (!row) return undefined
    const [found] = await tx
      .select({ name: organizations.name })
      .from(organizations)
      .where(eq(organizations.id, organizationId))
    return found?.name
  })
  return name === undefined ? undefined : letter(language, name, linkTo(publicUrl, INVITATION_PAGE, token))
}

function letter(language: 'en' | 'ru', organization: string, url: string): Letter {
  return language === 'ru'
    ? {
        subject: `Приглашение: ${organization}`,
        paragraphs: [
          `«${organization}» приглашает вас работать в Counterfoil.`,
          `Ссылка действует ${INVITATION_HOURS} часа и сработает один раз.`,
        ],
        action: { label: 'Принять приглашение', url },
        notes: ['Если вы не ждали этого письма, просто удалите его.'],
      }
    : {
        subject: `Invitation: ${organization}`,
        paragraphs: [
          `${organization} invites you to work in Counterfoil.`,
          `The link is valid for ${INVITATION_HOURS} hours and works once.`,
        ],
        action: { label: 'Accept invitation', url },
        notes: ['If you did not expect this e-mail, you can ignore it.'],
      }
}
