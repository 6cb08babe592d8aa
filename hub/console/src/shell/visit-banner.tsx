import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { END_VISIT } from '#shared/contracts/platform/visits.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query-client.ts'
import { keepVisit, type OrganizationVisit } from '../api/session.ts'
import { useText } from '../i18n/use-text.ts'
import classes from './frame.module.css'
import { showProblem } from './messages.ts'

/** Over every page of an organization that a SuperAdmin is inside of. */
export function VisitBanner({ visit }: { visit: OrganizationVisit }) {
  const t = useText()
  const format = useFormat()
  const navigate = useNavigate()
  const end = async (): Promise<void> => {
    const { id, organization } = visit
    await call(END_VISIT, { params: { orgId: organization.id, id } }).catch((error) => showProblem(t, error))
    // Away first: without a visit these pages are nobody's.
    await navigate({ to: `/platform/organizations/${organization.id}` as '/' })
    keepVisit(null)
    queryClient.clear()
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
