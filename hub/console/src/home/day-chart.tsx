import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useText } from '../i18n/use-text.ts'
import classes from './home.module.css'

/** The revenue of each day. */
export function DayChart({ series }: { series: readonly { date: string; revenue: number }[] }) {
  const t = useText()
  const format = useFormat()
  return (
    <div className={classes.chart} role="img" aria-label={t('home.chart')}>
      <BarChart
        h={130}
        data={series.map(({ date, revenue }) => ({ date: format.day(date), revenue }))}
        dataKey="date"
        series={[{ name: 'revenue', label: t('home.revenue'), color: 'var(--focus)' }]}
        valueFormatter={format.money}
        withXAxis={false}
        withYAxis={false}
        gridAxis="none"
        barProps={{ isAnimationActive: false }}
        barChartProps={{ accessibilityLayer: false }}
      />
    </div>
  )
}
