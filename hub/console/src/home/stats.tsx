import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { RETAIL_STATS, type RetailStats } from '#shared/contracts/sales/retail-stats.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../api/call.ts'
import { useText } from '../i18n/use-text.ts'
import { Part } from '../kinds/details/details.tsx'
import { changeSince } from '../kinds/report/change-since.ts'
import { DayChart } from './day-chart.tsx'
import classes from './home.module.css'
import { MoreLink } from './more-link.tsx'

const REFRESH_MS = 60_000
type Sums = RetailStats['previousPeriod'] | RetailStats['series'][number]

/** Compares today with yesterday, and the last 30 days with the 30 days before. */
export function Stats() {
  const t = useText()
  const { data } = useQuery({
    queryKey: [RETAIL_STATS.path],
    queryFn: () => call(RETAIL_STATS),
    refetchInterval: REFRESH_MS,
  })
  const today = data?.series.at(-1)
  const yesterday = data?.series.at(-2)
  return (
    <Part title={t('home.howItGoes')} isWide>
      {data && today && yesterday && (
        <div className={classes.stats}>
          <section aria-label={t('home.today')}>
            <h3>{t('home.today')}</h3>
            <Tiles now={today} before={yesterday} against="home.yesterday" />
          </section>
          <section aria-label={t('home.thirtyDays')}>
            <h3>{t('home.thirtyDays')}</h3>
            <Tiles now={data} before={data.previousPeriod} against="home.thirtyBefore" />
          </section>
          <DayChart series={data.series} />
        </div>
      )}
      <MoreLink to="/reports/sales?groupBy=day&compare=before">{t('home.toSalesReport')}</MoreLink>
    </Part>
  )
}

/**
 * Shows the figures of a period, each compared with the previous one. The profit is shown only to users who
 * can see costs.
 */
function Tiles({ now, before, against }: { now: Sums; before: Sums; against: string }) {
  const t = useText()
  const format = useFormat()
  const figures = [
    ['revenue', format.money],
    ['receipts', format.number],
    ['averageReceipt', format.money],
    ['profit', format.money],
  ] as const
  return (
    <dl className={classes.tiles}>
      {figures.map(([name, write]) => {
        const value = now[name]
        const old = before[name]
        const change = changeSince(old, value)
        if (value === undefined || old === undefined) return null
        return (
          <div key={name}>
            <dt>{t(`home.${name}`)}</dt>
            <dd>{write(value)}</dd>
            <dd className={classes.before}>
              <Text component="span" size="xs" c="dimmed">
                {`${t(against)} ${write(old)}`}
                {change === 'too-little-data' && ` (${t('home.tooLittleData')})`}
              </Text>
              {typeof change === 'number' && (
                <span data-change={change > 0 ? 'up' : 'down'}>
                  {` ${change > 0 ? '+' : '−'}${format.percent(Math.abs(change))}`}
                </span>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
