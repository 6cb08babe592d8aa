import { z } from 'zod'
import { Day, Id, integerQuery } from '#shared/domain/fields.ts'
import { IdsQuery } from '../common.ts'

/** Common parts of sales reports: the selected sales and days (docs/domain.md#reports-on-sales). */

const DOCUMENT_TYPES = ['Retail', 'Demand'] as const

export const PERIOD = {
  from: Day.optional().meta({
    description: 'First day, in the time zone of the organization. Omitted: 30 days in all. At most 1096',
  }),
  to: Day.optional().meta({ description: 'Last day, included. Omitted: today' }),
}

/** Second period, for comparison with the first. */
export const SECOND_PERIOD = {
  compareFrom: Day.optional().meta({
    description: 'First day of a second period, whose figures are beside those of the first',
  }),
  compareTo: Day.optional().meta({
    description: 'Last day of the second period. Omitted: as many days as the first period',
  }),
}

export const SOLD_FILTERS = {
  storeIds: IdsQuery,
  retailPointIds: IdsQuery,
  productGroupIds: IdsQuery.meta({
    description: 'Ids of groups separated by commas; includes all groups below each',
    type: 'string',
  }),
  supplierId: Id.optional().meta({ description: 'Supplier of the products' }),
  counterpartyId: Id.optional().meta({ description: 'Customer' }),
  employeeId: Id.optional().meta({ description: 'Cashier of a receipt, author of a shipment' }),
  documentType: z.enum(DOCUMENT_TYPES).optional(),
}
const SoldFilters = z.object(SOLD_FILTERS)
export type SoldFilters = z.output<typeof SoldFilters>

/** Filters of a receipt or shipment list that shows the documents behind a report row. */
export const DRILL_DOWN_QUERY = {
  storeIds: IdsQuery,
  productGroupIds: IdsQuery.meta({
    description: 'Only with products of these groups or of groups below them',
    type: 'string',
  }),
  supplierId: Id.optional().meta({ description: 'Only with products of this supplier' }),
  hour: integerQuery(0, 23).optional().meta({ description: 'Hour in the time zone of the organization' }),
  weekday: integerQuery(1, 7).optional().meta({ description: '1: Monday' }),
  inGroup: z
    .union([Id, z.literal('none')])
    .optional()
    .meta({ description: 'Only with products directly in this group; none: in no group' }),
  without: z.enum(['retailPoint', 'employee', 'customer']).optional(),
}
const DrillDownQuery = z.object(DRILL_DOWN_QUERY)
export type DrillDownQuery = z.output<typeof DrillDownQuery>

/** Query of the list with the documents behind a report row, or null when the row has none. */
const ListQuery = z.record(z.string(), z.string()).nullable()
export const DrillDown = z
  .object({
    retail: ListQuery.meta({ description: 'For GET /api/sales/retail' }),
    demands: ListQuery.meta({ description: 'For GET /api/sales/demands' }),
  })
  .meta({ id: 'ReportBehind', description: 'Queries that list the documents behind the row' })
export type DrillDown = z.infer<typeof DrillDown>

/** Fields that identify a report row. */
export const rowFields = {
  key: z.string().nullable().meta({
    description:
      'An id, a day, the Monday of a week, a month (2027-03), an hour, a weekday (1: Monday) or a tender; null: none of these, or a day only in the second period',
  }),
  comparedKey: z.string().nullable().meta({
    description: 'Key in the second period: days are matched by their position in the periods',
  }),
  name: z.string().nullable(),
  code: z.string().nullable().meta({ description: 'Of a product' }),
  behind: DrillDown,
}
