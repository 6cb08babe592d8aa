import { exportColumn } from '#hub/exports/export-column.ts'
import { exportRoute } from '#hub/exports/export-route.ts'
import { area } from '#hub/http/area.ts'
import { getRoute } from '#hub/http/operations.ts'
import { ABC_REPORT, AbcReportExportQuery, type AbcRow } from '#shared/contracts/reports/abc.ts'
import { reportFile } from '../report-file.ts'
import { presentAbcReport, readAbcReport } from './abc-report.ts'

const tag = 'Reports'
const column = exportColumn<AbcRow>

const COLUMNS = [
  column('Rank', 'Место', (row) => row.rank),
  column('Product', 'Товар', (row) => row.name),
  column('Code', 'Код', (row) => row.code),
  column('Metric', 'Показатель', (row) => row.metric),
  column('Share, %', 'Доля, %', (row) => row.share),
  column('Cumulative share, %', 'Накопленная доля, %', (row) => row.cumulativeShare),
  column('Class', 'Класс', (row) => row.class),
]
const PROFIT_CLASS = column('Class by profit', 'Класс по прибыли', (row) => row.profitClass ?? null)
const EVENNESS = [
  column('XYZ', 'XYZ', (row) => row.xyz ?? null),
  column('Variation, %', 'Коэффициент вариации, %', (row) => row.variation ?? null),
]

export const abcReportRoutes = area(
  getRoute({
    ...ABC_REPORT,
    may: 'sales.view',
    stores: 'own',
    tag,
    summary: 'List products by their share of the total',
    read: async (tx, { query, actor }) =>
      presentAbcReport(await readAbcReport(tx, query, { actor: await actor(), page: query }), query),
    present: (report) => report,
  }),
  exportRoute({
    base: ABC_REPORT.path,
    may: 'sales.export',
    stores: 'own',
    tag,
    noun: 'the ABC report',
    query: AbcReportExportQuery,
    file: async (tx, query, actor) => {
      const { rows, from, to } = await readAbcReport(tx, query, { actor, page: null })
      return reportFile(tx, {
        title: { en: 'ABC analysis', ru: 'ABC-анализ' },
        rows,
        requested: query,
        days: { from, to },
        columns: [
          ...COLUMNS,
          ...(query.matrix ? [PROFIT_CLASS] : []),
          ...(query.xyz || query.classes ? EVENNESS : []),
        ],
      })
    },
  }),
)
