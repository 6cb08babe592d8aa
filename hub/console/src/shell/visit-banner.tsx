import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { END_VISIT } from '#shared/contracts/platform/visits.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../api/call.ts'
import { forgetVisit, type OrganizationVisit } from '../api/session.ts'
import { useText } from '../i18n/use-text.ts'
import classes from './frame.module.css'
import { showProblem } from './messages.ts'

/** Banner above every page while a SuperAdmin visits an organization. */
export function VisitBanner({ visit }: { visit: OrganizationVisit }) {
  const t = useText()
  const format = useFormat()
  const end = async (): Promise<void> => {
    const { id, organization } = visit
    await call(END_VISIT, { params: { orgId: organization.id, id } }).catch((error) => showProblem(t, error))
    forgetVisit()
    // A full page load, so that no data from the visit stays in memory.
    location.assign(`/platform/organizations/${organization.id}`)
  }
  return (
    <div className={classes.visit} role="status">
      <IconAlertTriangle size={18} aria-hidden />
      <span>
        {t(visit.mayAct ? 'visit.acting' : 'visit.reading', {
          name: visit.organization.name,
          until: format.time(visit.endsAt),
          reason: visit.reason,
        })}
      </span>
      <Button size="compact-sm" variant="white" onClick={() => void end()}>
        {t('visit.end')}
      </Button>
    </div>
  )
}
