import { and, eq } from 'drizzle-orm'
import { accounts, organizations, organizationVisits } from '#hub/db/tables/platform.ts'
import type { Letter } from '#hub/mail/letter.ts'
import type { Composer } from '#hub/mail/send-mails.ts'
import { must } from '#shared/std/must.ts'

interface Told {
  organization: string
  superAdmin: string
  reason: string
  mayAct: boolean
  startedAt: Date
  endsAt: Date
}

/** Nothing when the organization was deleted meanwhile. */
export const composeVisit: Composer = async (hub, { language, data }) => {
  const [told] = await hub.db.read(must(data.organizationId, 'organization'), (tx) =>
    tx
      .select({
        organization: organizations.name,
        superAdmin: accounts.email,
        reason: organizationVisits.reason,
        mayAct: organizationVisits.mayAct,
        startedAt: organizationVisits.startedAt,
        endsAt: organizationVisits.endsAt,
      })
      .from(organizationVisits)
      .innerJoin(organizations, eq(organizations.id, organizationVisits.organizationId))
      .innerJoin(accounts, eq(accounts.id, organizationVisits.accountId))
      .where(
        and(
          eq(organizationVisits.organizationId, tx.organizationId),
          eq(organizationVisits.id, must(data.visitId, 'visit')),
        ),
      ),
  )
  return told && letter(language, told)
}

function letter(language: 'en' | 'ru', { organization, superAdmin, reason, mayAct, ...times }: Told): Letter {
  const from = `${times.startedAt.toISOString().slice(0, 16).replace('T', ' ')}`
  const until = `${times.endsAt.toISOString().slice(11, 16)} UTC`
  return language === 'ru'
    ? {
        subject: `Администратор платформы в организации «${organization}»`,
        paragraphs: [
          `${superAdmin} работает в организации «${organization}» с ${from} самое позднее до ${until}.`,
          mayAct
            ? 'Администратор платформы может вносить изменения.'
            : 'Администратор платформы может только смотреть.',
          `Причина: ${reason}`,
        ],
        notes: ['Все изменения видны в журнале действий организации.'],
      }
    : {
        subject: `A platform administrator at ${organization}`,
        paragraphs: [
          `${superAdmin} works in ${organization} from ${from} until ${until} at the latest.`,
          mayAct
            ? 'The platform administrator may change things.'
            : 'The platform administrator may only read.',
          `Reason: ${reason}`,
        ],
        notes: ['What is changed stands in the audit log of the organization.'],
      }
}
