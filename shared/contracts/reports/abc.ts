import { z } from 'zod'
import { Count, Day, Id, integerQuery, Position } from '#shared/domain/fields.ts'
import { PercentOut } from '#shared/money/wire.ts'
import { BooleanQuery, CostPending, pageQuery } from '../common.ts'
import { endpoint, exportOf } from '../endpoint.ts'
import { ExportQuery } from '../exports.ts'
import { DrillDown, PERIOD, SOLD_FILTERS } from './sold.ts'

export const ABC_METRICS = ['Revenue', 'Profit', 'Quantity'] as const
export const ABC_CLASSES = ['A', 'B', 'C'] as const
const AbcClass = z.enum(ABC_CLASSES)
export type AbcClass = z.infer<typeof AbcClass>
export const XYZ_CLASSES = ['X', 'Y', 'Z'] as const
const XyzClass = z.enum(XYZ_CLASSES)
export type XyzClass = z.infer<typeof XyzClass>
const ABC_XYZ_CLASSES = ABC_CLASSES.flatMap((abc) => XYZ_CLASSES.map((xyz) => `${abc}${xyz}` as const))

const Metric = z.number().meta({ description: 'In major units, quantities in units' })
export const AbcRow = z
  .object({
    rank: Position,
    productId: Id,
    name: z.string(),
    code: z.string(),
    metric: Metric,
    share: PercentOut.meta({ description: 'Share of the sum of all values above 0; 0 for other values' }),
    cumulativeShare: PercentOut.meta({ description: 'Share of this row and those before it' }),
    class: AbcClass,
    profitClass: AbcClass.optional().meta({ description: 'Class by profit, with the same thresholds' }),
    xyz: XyzClass.nullable().optional().meta({
      description: 'Evenness of the sales of whole weeks; null: there are fewer than two weeks',
    }),
    variation: z.number().nullable().optional().meta({
      description: 'Standard deviation of weekly quantities divided by their mean, in percent',
    }),
    behind: DrillDown,
  })
  .meta({ id: 'AbcRow' })
export type AbcRow = z.infer<typeof AbcRow>

/** Cells of the 3 × 3 matrix. The first letter of `classes` is the row. */
const Cells = z.array(z.object({ classes: z.string(), count: Count, metric: Metric, share: PercentOut }))
export type AbcCells = z.infer<typeof Cells>

export const AbcReport = z
  .object({
    from: Day,
    to: Day,
    items: z.array(AbcRow),
    page: Position,
    pageSize: Position,
    total: Count,
    summary: z.array(
      z.object({
        class: AbcClass,
        count: Count,
        countShare: PercentOut,
        metric: Metric,
        share: PercentOut,
      }),
    ),
    matrix: Cells.optional().meta({ description: 'Products by both classes, such as AB' }),
    xyzMatrix: Cells.optional().meta({
      description: 'All products by class and evenness, such as AX; products without evenness are left out',
    }),
    costPending: CostPending.optional(),
  })
  .meta({ id: 'AbcReport' })
export type AbcReport = z.infer<typeof AbcReport>

const Threshold = integerQuery(1, 99)
const queryFields = {
  metric: z.enum(ABC_METRICS).default('Revenue').meta({
    description: 'Sales less returns. Profit only for users who may see costs',
  }),
  a: Threshold.default(80).meta({ description: 'Percent: products that begin below it are A' }),
  b: Threshold.default(95).meta({ description: 'Percent: products that begin below it are B, the others C' }),
  includeUnsold: BooleanQuery.prefault('false').meta({
    description: 'true: includes products without sales, as C',
  }),
  matrix: BooleanQuery.prefault('false').meta({
    description: 'true: adds the class by profit; only for users who may see costs',
  }),
  xyz: BooleanQuery.prefault('false').meta({ description: 'true: adds the evenness of sales' }),
  classes: z.enum(ABC_XYZ_CLASSES).optional().meta({
    description: 'Only rows of one cell of the matrix of ABC and XYZ, such as AX; adds the evenness of sales',
  }),
  ...PERIOD,
  ...SOLD_FILTERS,
}
export const AbcReportQuery = z.object({ ...pageQuery, ...queryFields })
export type AbcReportQuery = z.output<typeof AbcReportQuery>
export const AbcReportExportQuery = z.object({ ...queryFields, ...ExportQuery.shape })

const base = '/api/reports/abc'
export const ABC_REPORT = endpoint({ method: 'get', path: base, query: AbcReportQuery, answer: AbcReport })
export const EXPORT_ABC_REPORT = exportOf({ base }, AbcReportExportQuery)
