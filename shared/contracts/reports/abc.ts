import { z } from 'zod'
import { PercentOut } from '#shared/money/wire.ts'
import { BooleanQuery, CostPending, Count, Day, Id, integerQuery, Position, pageQuery } from '../common.ts'
import { endpoint, exportOf } from '../endpoint.ts'
import { ExportQuery } from '../exports.ts'
import { Behind, PERIOD, SOLD_FILTERS } from './sold.ts'

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
    share: PercentOut.meta({ description: 'Of the sum of what is above 0; 0 for what is not' }),
    cumulativeShare: PercentOut.meta({ description: 'Of this row and those before it' }),
    class: AbcClass,
    profitClass: AbcClass.optional().meta({ description: 'By profit, with the same thresholds' }),
    xyz: XyzClass.nullable().optional().meta({
      description: 'How even the sales of whole weeks are; null: there are fewer than two',
    }),
    variation: z.number().nullable().optional().meta({
      description: 'Standard deviation of weekly quantities by their mean, in percent',
    }),
    behind: Behind,
  })
  .meta({ id: 'AbcRow' })
export type AbcRow = z.infer<typeof AbcRow>

/** Nine, the first class by rows. */
const Cells = z.array(z.object({ classes: z.string(), count: Count, metric: Metric, share: PercentOut }))
export type AbcCells = z.infer<typeof Cells>

export const AbcReport = z
  .object({
    from: Day,
    to: Day,
    items: z.array(AbcRow),
    ...{ page: Position, pageSize: Position, total: Count },
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
      description: 'All products by class and evenness, such as AX; those without evenness are in none',
    }),
    costPending: CostPending.optional(),
  })
  .meta({ id: 'AbcReport' })
export type AbcReport = z.infer<typeof AbcReport>

const Threshold = integerQuery(1, 99)
const asked = {
  metric: z.enum(ABC_METRICS).default('Revenue').meta({
    description: 'Less what came back. Profit only for those who may see costs',
  }),
  a: Threshold.default(80).meta({ description: 'Percent: what begins below it is A' }),
  b: Threshold.default(95).meta({ description: 'Percent: what begins below it is B, the rest is C' }),
  includeUnsold: BooleanQuery.prefault('false').meta({ description: 'Also what was not sold, as C' }),
  matrix: BooleanQuery.prefault('false').meta({
    description: 'Adds the class by profit; only for those who may see costs',
  }),
  xyz: BooleanQuery.prefault('false').meta({ description: 'Adds how even sales are' }),
  classes: z.enum(ABC_XYZ_CLASSES).optional().meta({
    description: 'Rows of one cell of the matrix of ABC and XYZ alone, such as AX; adds how even sales are',
  }),
  ...PERIOD,
  ...SOLD_FILTERS,
}
export const AbcReportQuery = z.object({ ...pageQuery, ...asked })
export type AbcReportQuery = z.output<typeof AbcReportQuery>
export const AbcReportExportQuery = z.object({ ...asked, ...ExportQuery.shape })

const base = '/api/reports/abc'
export const ABC_REPORT = endpoint({ method: 'get', path: base, query: AbcReportQuery, answer: AbcReport })
export const EXPORT_ABC_REPORT = exportOf({ base }, AbcReportExportQuery)
