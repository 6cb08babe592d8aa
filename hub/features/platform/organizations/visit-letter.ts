import { and, eq } from 'drizzle-orm'
import { accounts, organizations, organizationVisits } from '#hub/db/tables/platform.ts'
import type { Letter } from '#hub/integrations/mail/letter.ts'
import type { Composer } from '#hub/integrations/mail/send-mails.ts'
import { makeFormat } from '#shared/std/format.ts'
import { must } from '#shared/std/must.ts'

interface VisitFacts {
  organization: string
  superAdmin: string
  reason: string
  mayAct: boolean
  startedAt: Date
  endsAt: Date
}

/** Composes the mail about a visit. Composes nothing when the organization has since been deleted. */
export const composeVisit: Composer = async (hub, { language, data }) => {
  const [facts] = await hub.db.read(must(data.organizationId, 'organization'), (tx) =>
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
  return facts && letter(language, facts)
}

function letter(
  language: 'en' | 'ru',
  { organization, superAdmin, reason, mayAct, ...times }: VisitFacts,
): Letter {
  const { dateTime } = makeFormat(language, undefined, 'UTC')
  const [from, until] = [times.startedAt, times.endsAt].map((at) => `${dateTime(at.toISOString())} UTC`)
  return language === 'ru'
    ? {
        subject: `Администратор платформы получил доступ к «${organization}»`,
        paragraphs: [
          `${superAdmin} имеет доступ к организации «${organization}» с ${from} до ${until}.`,
          mayAct ? 'Доступ с правом вносить изменения.' : 'Доступ только для просмотра.',
          `Причина: ${reason}`,
        ],
        notes: ['Все изменения видны в журнале изменений организации.'],
      }
    : {
        subject: `A platform administrator has access to ${organization}`,
        paragraphs: [
          `${superAdmin} has access to ${organization} from ${from} to ${until}.`,
          mayAct ? 'They can make changes.' : 'They can only view.',
          `Reason: ${reason}`,
        ],
        notes: ['All changes are recorded in the audit log of the organization.'],
      }
}
