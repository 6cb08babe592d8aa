import { Button, Loader, Pagination, Skeleton } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Days, todayIn } from '#shared/std/period.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../../api/call.ts'
import { useMay } from '../../api/may.ts'
import { currentTimeZone, useOrganization } from '../../api/use-organization.ts'
import { problemText } from '../../i18n/problem-text.ts'
import { useText } from '../../i18n/use-text.ts'
import type { Where } from '../../page-entry.ts'
import { Notice } from '../../shell/notice.tsx'
import { ExportMenu } from '../list/export-menu.tsx'
import { ListBar } from '../list/list-bar.tsx'
import { readView, type View, writeView } from '../list/view.ts'
import { PageHeader } from '../page-header.tsx'
import { figureOf } from './figures.ts'
import classes from './report.module.css'
import { ReportControls } from './report-controls.tsx'
import type { Report, ReportDefinition, ReportEndpoint } from './report-definition.ts'
import { PAGE_ROWS, reportQueryOf, requestedDays, viewedOf } from './report-query.ts'
import { ReportTable } from './report-table.tsx'

const ReportChart = lazy(() =>
  import('./report-chart.tsx').then(({ ReportChart }) => ({ default: ReportChart })),
)

const reportOptions = ({ endpoint }: ReportDefinition, reportQuery: Record<string, string>, page: number) =>
  queryOptions({
    queryKey: [endpoint.path, reportQuery, page],
    queryFn: ({ signal }) =>
      call(endpoint as ReportEndpoint, {
        query: { ...reportQuery, page, pageSize: PAGE_ROWS },
        signal,
      }) as Promise<Report>,
  })

/** Fetches the report for the URL before the page is shown. */
export const prepareReport =
  <Some extends ReportEndpoint>(definition: ReportDefinition<Some>) =>
  (client: QueryClient, { search }: Where) => {
    const known = definition as unknown as ReportDefinition
    const { query, page } = readView(viewedOf(known, known.figures), search)
    return client.prefetchQuery(
      reportOptions(known, reportQueryOf(known, query, todayIn(currentTimeZone())), page),
    )
  }

/**
 * Page of a report: grouped figures of a period, compared with a second period, with a chart, links to the
 * records, file export and printing.
 */
export function ReportPage<Some extends ReportEndpoint>({
  definition: given,
}: {
  definition: ReportDefinition<Some>
}) {
  const definition = given as unknown as ReportDefinition
  const { texts } = definition
  const t = useText()
  const format = useFormat()
  const { i18n } = useTranslation()
  const isAllowed = useMay()
  const navigate = useNavigate()
  const timeZone = useOrganization()?.timeZone ?? 'UTC'
  const today = todayIn(timeZone)
  const search = useLocation({ select: (location) => location.search }) as Record<string, string>
  const viewed = useMemo(() => viewedOf(definition, definition.figures), [definition])
  const view = useMemo(() => readView(viewed, search), [viewed, search])
  const reportQuery = reportQueryOf(definition, view.query, today)
  const query = { ...defaultsOf(definition), ...view.query }
  const figures = definition.figures
    .filter(({ may }) => !may || isAllowed(may))
    .map((figure) => ({ ...figure, ...figure.inQuery?.(query) }))
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...reportOptions(definition, reportQuery, view.page),
    placeholderData: keepPreviousData,
  })
  const show = (next: View): void =>
    void navigate({ to: '.', search: writeView(next) as never, resetScroll: false })
  const chosen = view.columns ?? figures.filter(({ isHidden }) => !isHidden).map(({ id }) => id)
  const shown = chosen
    .flatMap((id) => figures.find((figure) => figure.id === id) ?? [])
    .filter((figure) => data?.items.some((row) => figureOf(figure, row) !== undefined))
  const main = figures.find(({ id }) => id === definition.main) ?? figures[0]
  const words = { t, format, language: i18n.language, query }
  const days = data ?? requestedDays(definition, view.query, today)
  const pages = Math.ceil((data?.total ?? 0) / PAGE_ROWS)
  return (
    <div className={classes.page}>
      <PageHeader title={t(`${texts}.title`)} beside={<Period {...days} second={data?.compared ?? null} />}>
        {isAllowed(definition.export.may) && (
          <ExportMenu endpoint={definition.export.endpoint} query={reportQuery} />
        )}
        <Button
          variant="default"
          className={classes.offPaper}
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => print()}
        >
          {t('report.print')}
        </Button>
      </PageHeader>
      <div className={classes.offPaper}>
        <ListBar definition={viewed} view={view} onChange={show}>
          <ReportControls definition={definition} view={view} days={days} onChange={show} />
        </ListBar>
      </div>
      {data?.costPending && (
        <p className={classes.pending} role="status">
          {t('report.costPending')}
        </p>
      )}
      {error && !data && (
        <Notice title={t('report.failed')} text={problemText(t, error)}>
          <Button onClick={() => void refetch()}>{t('shell.again')}</Button>
        </Notice>
      )}
      {!error && !data && <Loader m="20vh auto" display="block" aria-label={t('shell.starting')} />}
      {data?.items.length === 0 && <Notice title={t('report.empty')} text={t('report.emptyWhy')} />}
      {data && definition.above?.(data as never, words)}
      {data && data.items.length > 0 && (
        <div
          className={classes.body}
          data-old={isPlaceholderData || undefined}
          data-compared={data.compared ? true : undefined}
        >
          <div className={classes.rows}>
            <ReportTable
              definition={definition}
              words={words}
              figures={shown}
              report={data}
              view={view}
              onChange={show}
            />
            {pages > 1 && (
              <Pagination
                className={classes.offPaper}
                total={pages}
                value={view.page}
                onChange={(page) => show({ ...view, page })}
                getControlProps={(control) => ({ 'aria-label': t(`report.${control}Page`) })}
                getItemProps={(page) => ({ 'aria-label': t('report.page', { page }) })}
                mt="md"
              />
            )}
          </div>
          {main && (
            <Suspense fallback={<Skeleton h={420} />}>
              <ReportChart definition={definition} words={words} main={main} report={data} />
            </Suspense>
          )}
        </div>
      )}
    </div>
  )
}

/** Returns the hub's defaults for the report's choices, used for parameters missing in the URL. */
const defaultsOf = ({ endpoint, choices }: ReportDefinition): Record<string, string> =>
  Object.fromEntries(choices.map(({ name }) => [name, String(endpoint.query.shape[name]?.parse(undefined))]))

function Period({ from, to, second }: Days & { second: Days | null }) {
  const t = useText()
  const { day } = useFormat()
  const written = (of: Days): string => (of.from === of.to ? day(of.from) : `${day(of.from)} – ${day(of.to)}`)
  return (
    <span className={classes.period}>
      {written({ from, to })}
      {second && ` · ${t('report.secondPeriod')} ${written(second)}`}
    </span>
  )
}
