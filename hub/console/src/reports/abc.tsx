import {
  ABC_METRICS,
  ABC_REPORT,
  type AbcReport,
  type AbcRow,
  EXPORT_ABC_REPORT,
} from '#shared/contracts/reports/abc.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useText } from '../i18n/use-text.ts'
import { report } from '../kinds/report/report-definition.ts'
import { prepareReport, ReportPage } from '../kinds/report/report-page.tsx'
import classes from './abc.module.css'
import { behindSold, SOLD_FILTERS } from './sold.ts'

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
  behind: behindSold,
  figures: [
    { id: 'rank', kind: 'count' },
    { id: 'class', kind: 'text', of: ({ class: own }: AbcRow) => own },
    { id: 'metric', kind: 'money' },
    { id: 'share', kind: 'percent' },
    { id: 'cumulativeShare', kind: 'percent' },
    { id: 'profitClass', kind: 'text', may: 'costs.view' },
    { id: 'xyz', kind: 'text' },
    { id: 'variation', kind: 'percent' },
  ],
  above: (answer) => <Classes {...answer} />,
  export: { endpoint: EXPORT_ABC_REPORT, may: 'sales.export' },
})

/** How much each class brings, and how many products are in two classes at once. */
function Classes({ summary, matrix }: AbcReport) {
  const t = useText()
  const format = useFormat()
  return (
    <div className={classes.above}>
      <table className={classes.table} aria-label={t('abcReport.classes')}>
        <thead>
          <tr>
            <th scope="col">{t('abcReport.class')}</th>
            <th scope="col">{t('abcReport.count')}</th>
            <th scope="col">{t('abcReport.metric')}</th>
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
              <td>{format.amount(row.metric)}</td>
              <td>{format.percent(row.share)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {matrix && <Matrix matrix={matrix} />}
    </div>
  )
}

const ABC = ['A', 'B', 'C'] as const

/** Rows are classes by what is asked for, columns those by profit. */
function Matrix({ matrix }: { matrix: NonNullable<AbcReport['matrix']> }) {
  const t = useText()
  const format = useFormat()
  const inBoth = (classesOf: string) => matrix.find(({ classes: of }) => of === classesOf)
  return (
    <table className={classes.table} aria-label={t('abcReport.matrix')}>
      <thead>
        <tr>
          <th scope="col">{t('abcReport.matrix')}</th>
          {ABC.map((column) => (
            <th key={column} scope="col">
              {t('abcReport.byProfit', { class: column })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ABC.map((row) => (
          <tr key={row}>
            <th scope="row" data-class={row}>
              {row}
            </th>
            {ABC.map((column) => {
              const cell = inBoth(row + column)
              return (
                <td key={column}>
                  {format.number(cell?.count ?? 0)} <small>{format.amount(cell?.metric ?? 0)}</small>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const prepare = prepareReport(abc)
export const Page = () => <ReportPage definition={abc} />
