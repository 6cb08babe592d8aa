import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { useText } from '../../i18n/use-text.ts'
import { headText } from '../list/head-text.ts'
import { figureOf, writeFigure } from './figures.ts'
import classes from './report.module.css'
import type { Figure, Report, ReportDefinition, RowWords } from './report-definition.ts'

/** Groupings with a natural order. They are shown as vertical bars, one for each row. */
const IN_ORDER = ['hour', 'weekday', 'day', 'week', 'month']
/** Maximum number of horizontal bars for other groupings. */
const MOST_BARS = 12
const LONGEST_NAME = 22

interface ReportChartProps {
  definition: ReportDefinition
  words: RowWords
  main: Figure
  report: Report
}

/** Chart of the main figure of the shown rows. The table contains the same data. */
export function ReportChart({ definition, words, main, report }: ReportChartProps) {
  const t = useText()
  const { format, query } = words
  const isInOrder = IN_ORDER.includes(query.groupBy ?? '')
  const rows = isInOrder ? report.items.toSorted(inOrder) : report.items.slice(0, MOST_BARS)
  const data = rows.map((row) => ({
    name: shorten(definition.nameOf(row as never, words)),
    now: numberOf(main, row),
    before: numberOf(main, (row as { compared?: object | null }).compared ?? {}),
  }))
  const label = headText(t, definition.texts, main)
  return (
    <figure className={classes.chart}>
      <figcaption>
        {label}
        {!isInOrder && report.total > MOST_BARS && (
          <small>{t('report.chartFirst', { count: MOST_BARS })}</small>
        )}
      </figcaption>
      <div role="img" aria-label={t('report.chart', { figure: label })}>
        <BarChart
          h={isInOrder ? 260 : Math.max(160, 40 + data.length * (report.compared ? 42 : 36))}
          data={data}
          dataKey="name"
          orientation={isInOrder ? 'horizontal' : 'vertical'}
          series={[
            { name: 'now', label: t('report.thisPeriod'), color: 'var(--focus)' },
            ...(report.compared
              ? [{ name: 'before', label: t('report.secondPeriod'), color: 'var(--border)' }]
              : []),
          ]}
          valueFormatter={(value) => writeFigure(main.kind, value, format)}
          withLegend={Boolean(report.compared)}
          tickLine="none"
          gridAxis={isInOrder ? 'x' : 'y'}
          yAxisProps={isInOrder ? { width: 62, tickFormatter: short(words) } : { width: 128 }}
          xAxisProps={isInOrder ? {} : { tickFormatter: short(words) }}
          barProps={{ isAnimationActive: false }}
          barChartProps={{ accessibilityLayer: false }}
        />
      </div>
    </figure>
  )
}

/** Compares rows by key. Rows that exist only in the second period come last. */
function inOrder(one: Keyed, other: Keyed): number {
  if (one.key && !other.key) return -1
  if (other.key && !one.key) return 1
  const keyOf = ({ key, comparedKey }: Keyed) => key ?? comparedKey ?? ''
  return keyOf(one).localeCompare(keyOf(other), 'en', { numeric: true })
}
interface Keyed {
  key?: string | null
  comparedKey?: string | null
}

const numberOf = (figure: Figure, figures: object): number => {
  const value = figureOf(figure, figures)
  return typeof value === 'number' ? value : 0
}

const shorten = (name: string): string =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name

const short = ({ language }: RowWords) => {
  const compact = new Intl.NumberFormat([language, 'ru'], { notation: 'compact', maximumFractionDigits: 1 })
  return (value: number): string => compact.format(value)
}
