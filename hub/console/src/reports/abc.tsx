import { Anchor } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  ABC_CLASSES,
  ABC_METRICS,
  ABC_REPORT,
  type AbcCells,
  type AbcReport,
  type AbcRow,
  EXPORT_ABC_REPORT,
  XYZ_CLASSES,
} from '#shared/contracts/reports/abc.ts'
import type { Format } from '#shared/std/format.ts'
import { useText } from '../i18n/use-text.ts'
import { writeFigure } from '../kinds/report/figures.ts'
import { type FigureKind, type RowWords, report } from '../kinds/report/report-definition.ts'
import { prepareReport, ReportPage } from '../kinds/report/report-page.tsx'
import classes from './abc.module.css'
import { drillDowns, SOLD_FILTERS } from './sold.ts'

const metricIn = ({ metric = 'Revenue' }: Record<string, string>): { kind: FigureKind; label: string } => ({
  kind: metric === 'Quantity' ? 'quantity' : 'money',
  label: `report.metric_${metric}`,
})

const abc = report({
  endpoint: ABC_REPORT,
  texts: 'abcReport',
  period: 'last90',
  choices: [{ name: 'metric', options: ABC_METRICS, may: { Profit: 'costs.view' } }],
  filters: [
    { name: 'xyz', kind: 'yes-no' },
    { name: 'matrix', kind: 'yes-no', may: 'costs.view' },
    { name: 'includeUnsold', kind: 'yes-no' },
    { name: 'a', kind: 'number' },
    { name: 'b', kind: 'number' },
    ...SOLD_FILTERS,
  ],
  nameOf: ({ name }) => name,
  keyOf: ({ productId }) => productId,
  detailOf: ({ code }) => code,
  main: 'metric',
  behind: drillDowns,
  figures: [
    { id: 'rank', kind: 'count' },
    { id: 'class', kind: 'text', of: ({ class: own }: AbcRow) => own },
    { id: 'metric', kind: 'money', inQuery: metricIn },
    { id: 'share', kind: 'percent' },
    { id: 'cumulativeShare', kind: 'percent' },
    { id: 'profitClass', kind: 'text', may: 'costs.view' },
    { id: 'xyz', kind: 'text' },
    { id: 'variation', kind: 'percent' },
  ],
  above: (answer, words) => <Classes report={answer} words={words} />,
  export: { endpoint: EXPORT_ABC_REPORT, may: 'sales.export' },
})

/** Shows the figures of each class, and the number of products in each pair of classes. */
function Classes({ report: { summary, matrix, xyzMatrix }, words }: { report: AbcReport; words: RowWords }) {
  const t = useText()
  const { format } = words
  const metric = metricIn(words.query)
  return (
    <div className={classes.above}>
      <table className={classes.table} aria-label={t('abcReport.classes')}>
        <thead>
          <tr>
            <th scope="col">{t('abcReport.class')}</th>
            <th scope="col">{t('abcReport.count')}</th>
            <th scope="col">{t(metric.label)}</th>
            <th scope="col">{t('abcReport.share')}</th>
          </tr>
        </thead>
        <tbody>
          {summary.map((row) => (
            <tr key={row.class}>
              <th scope="row" data-class={row.class}>
                {row.class}
              </th>
              <td>
                {format.number(row.count)} <small>{format.percent(row.countShare)}</small>
              </td>
              <td>{writeFigure(metric.kind, row.metric, format)}</td>
              <td>{writeFigure('percent', row.share, format)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {matrix && (
        <Matrix
          title={t('abcReport.matrix')}
          columns={ABC_CLASSES}
          headOf={(letter) => t('abcReport.byProfit', { class: letter })}
        >
          {(both) => <Cell cell={matrix.find((cell) => cell.classes === both)} format={format} />}
        </Matrix>
      )}
      {xyzMatrix && (
        <Matrix
          title={t('abcReport.xyzMatrix')}
          columns={XYZ_CLASSES}
          headOf={(letter) => t(`abcReport.even${letter}`)}
        >
          {(both) => (
            <Narrowing classes={both}>
              <Cell cell={xyzMatrix.find((cell) => cell.classes === both)} format={format} />
            </Narrowing>
          )}
        </Matrix>
      )}
    </div>
  )
}

interface MatrixProps {
  title: string
  columns: readonly string[]
  headOf: (column: string) => string
  /** Renders the cell for a pair of classes, such as AB. */
  children: (both: string) => ReactNode
}

/** Matrix of two classifications. Its rows are the classes by the requested figure. */
function Matrix({ title, columns, headOf, children }: MatrixProps) {
  return (
    <table className={classes.table} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {headOf(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ABC_CLASSES.map((row) => (
          <tr key={row}>
            <th scope="row" data-class={row}>
              {row}
            </th>
            {columns.map((column) => (
              <td key={column}>{children(row + column)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Cell = ({ cell, format }: { cell: AbcCells[number] | undefined; format: Format }) => (
  <>
    {format.number(cell?.count ?? 0)} <small>{writeFigure('percent', cell?.share ?? 0, format)}</small>
  </>
)

/**
 * Link that narrows the report to the rows of a cell. For the cell already selected, the link shows all rows
 * again.
 */
function Narrowing({ classes: both, children }: { classes: string; children: ReactNode }) {
  const {
    classes: shown,
    page: _,
    ...search
  } = useLocation({
    select: (location) => location.search,
  }) as Record<string, string>
  const isShown = shown === both
  return (
    <Anchor
      aria-current={isShown || undefined}
      className={classes.cell}
      renderRoot={(props) => (
        <Link
          to="."
          search={(isShown ? search : { ...search, classes: both }) as never}
          resetScroll={false}
          {...props}
        />
      )}
    >
      {children}
    </Anchor>
  )
}

export const prepare = prepareReport(abc)
export const Page = () => <ReportPage definition={abc} />
