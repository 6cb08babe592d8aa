import type { Tx } from '#hub/db/transact.ts'
import { type ExportColumn, exportColumn } from '#hub/exports/export-column.ts'
import type { ExportFile } from '#hub/exports/export-route.ts'
import type { Language } from '#shared/contracts/exports.ts'
import { reportFile, secondPeriodColumns } from '../report-file.ts'
import type { GroupBy } from './groupings.ts'
import type { Report, Row } from './report.ts'

type Shown = Exclude<GroupBy, 'none' | 'place' | 'productWeek'>

/** Header of the key column in files, by grouping. */
const GROUPS: Record<Shown, Record<Language, string>> = {
  product: { en: 'Product', ru: 'Товар' },
  productGroup: { en: 'Group', ru: 'Группа' },
  store: { en: 'Store', ru: 'Склад' },
  retailPoint: { en: 'Retail point', ru: 'Точка продаж' },
  cashier: { en: 'Cashier', ru: 'Кассир' },
  employee: { en: 'Employee', ru: 'Сотрудник' },
  customer: { en: 'Customer', ru: 'Покупатель' },
  counterparty: { en: 'Customer', ru: 'Покупатель' },
  hour: { en: 'Hour', ru: 'Час' },
  weekday: { en: 'Weekday', ru: 'День недели' },
  day: { en: 'Day', ru: 'День' },
  week: { en: 'Week of', ru: 'Неделя с' },
  month: { en: 'Month', ru: 'Месяц' },
  paymentType: { en: 'Payment method', ru: 'Способ оплаты' },
}
const TOTAL: Record<Language, string> = { en: 'Total', ru: 'Итого' }

interface File<Figures> {
  title: Record<Language, string>
  groupBy: Shown
  report: Report<Figures>
  figures: readonly ExportColumn<Figures>[]
  /** Row after the totals, not included in them. */
  besides?: { name: Record<Language, string>; figures: Figures } | undefined
  requested: object
}

/** Returns a sales report as a file with the totals as the last row. */
export function soldFile<Figures>(
  tx: Tx,
  { title, groupBy, report, figures, besides, requested }: File<Figures>,
): ExportFile<Row<Figures>> {
  const { days, rows, totals, second } = report
  const total: Row<Figures> = {
    key: null,
    name: null,
    code: null,
    behind: { retail: null, demands: null },
    figures: totals,
    comparedKey: null,
    compared: second?.totals ?? null,
  }
  const below = besides && { ...total, figures: besides.figures, compared: null }
  const { en, ru } = GROUPS[groupBy]
  return reportFile(tx, {
    title,
    requested,
    days,
    rows,
    total,
    besides: below,
    columns: [
      exportColumn<Row<Figures>>(en, ru, (row, language) =>
        row === total
          ? TOTAL[language]
          : below && row === below
            ? (besides?.name[language] ?? null)
            : (row.name ?? row.key),
      ),
      ...(groupBy === 'day' && second
        ? [exportColumn<Row<Figures>>('Comparison day', 'День для сравнения', (row) => row.comparedKey)]
        : []),
      ...(groupBy === 'product' ? [exportColumn<Row<Figures>>('Code', 'Код', (row) => row.code)] : []),
      ...figures.map(
        ({ header, value }): ExportColumn<Row<Figures>> => ({
          header,
          value: (row, language) => value(row.figures, language) ?? null,
        }),
      ),
      ...(second ? secondPeriodColumns<Row<Figures>, Figures>(figures, (row) => row.compared, second) : []),
    ],
  })
}
