import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PLATFORM_DASHBOARD } from '#shared/contracts/platform/dashboard.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../api/call.ts'
import { useText } from '../i18n/use-text.ts'
import { DetailsPage, Facts, Part } from '../kinds/details/details.tsx'
import { Rows } from '../kinds/details/rows.tsx'
import { PageHeader } from '../kinds/page-header.tsx'
import { SetupPart } from './setup-part.tsx'

const REFRESH_MS = 30_000

/** Dashboard of the platform. It contains only counts, because the sales of organizations are private. */
export function Page() {
  const t = useText()
  const format = useFormat()
  const { data } = useQuery({
    queryKey: [PLATFORM_DASHBOARD.path],
    queryFn: () => call(PLATFORM_DASHBOARD),
    refetchInterval: REFRESH_MS,
  })
  return (
    <>
      <PageHeader title={t('platform.title')} />
      {data ? (
        <DetailsPage>
          <SetupPart />
          <Part title={t('platform.organizations')}>
            <Facts
              facts={[
                [t('platform.total'), format.number(data.organizations.total)],
                [t('platform.archived'), format.number(data.organizations.archived)],
              ]}
            />
          </Part>
          <Part title={t('platform.tills')}>
            <Facts
              facts={[
                [t('platform.total'), format.number(data.tills.total)],
                [t('platform.online'), format.number(data.tills.online)],
                [
                  t('platform.oldestUnsentAt'),
                  data.tills.oldestUnsentAt ? format.since(data.tills.oldestUnsentAt) : t('platform.nothing'),
                ],
                [t('platform.failedJobs'), format.number(data.failedJobs)],
              ]}
            />
          </Part>
          <Part title={t('platform.salesByHour')}>
            <Rows
              label={t('platform.salesByHour')}
              rows={data.salesByHour.toReversed().slice(0, 12)}
              keyOf={({ hour }) => hour}
              columns={[
                { head: t('platform.hour'), cell: ({ hour }) => format.time(hour) },
                { head: t('platform.sales'), isNumber: true, cell: ({ sales }) => format.number(sales) },
              ]}
            />
          </Part>
          <Part title={t('platform.byWeek')}>
            <Rows
              label={t('platform.byWeek')}
              rows={data.organizations.byWeek.toReversed()}
              keyOf={({ week }) => week}
              columns={[
                { head: t('platform.week'), cell: ({ week }) => format.date(week) },
                {
                  head: t('platform.founded'),
                  isNumber: true,
                  cell: ({ founded }) => format.number(founded),
                },
              ]}
            />
          </Part>
        </DetailsPage>
      ) : (
        <Loader m="20vh auto" display="block" aria-label={t('shell.starting')} />
      )}
    </>
  )
}
