import { z } from 'zod'
import { Day, Id, IdsQuery, integerQuery } from '../common.ts'

/** What reports on sales have in common: which sales, in which days (docs/domain.md#reports-on-sales). */

const DOCUMENT_TYPES = ['Retail', 'Demand'] as const

export const PERIOD = {
  from: Day.optional().meta({
    description: 'First day, in the time zone of the organization. Left out: 30 days in all. At most 1096',
  }),
  to: Day.optional().meta({ description: 'Last day, included. Left out: today' }),
}

/** A second period, whose figures stand beside those of the first. */
export const SECOND_PERIOD = {
  compareFrom: Day.optional().meta({
    description: 'First day of a second period, whose figures stand beside those of the first',
  }),
  compareTo: Day.optional().meta({
    description: 'Its last day. Left out: as many days as the first period has',
  }),
}

export const SOLD_FILTERS = {
  storeIds: IdsQuery,
  retailPointIds: IdsQuery,
  productGroupIds: IdsQuery.meta({
    description: 'Ids of groups separated by commas; each with all groups below it',
    type: 'string',
  }),
  supplierId: Id.optional().meta({ description: 'Of the products' }),
  counterpartyId: Id.optional().meta({ description: 'Who has bought' }),
  employeeId: Id.optional().meta({ description: 'The cashier of a receipt, the author of a demand' }),
  documentType: z.enum(DOCUMENT_TYPES).optional(),
}
const SoldFilters = z.object(SOLD_FILTERS)
export type SoldFilters = z.output<typeof SoldFilters>

/** With these a list of receipts or demands shows what a row of a report is made of. */
export const LIST_AS_REPORTED = {
  storeIds: IdsQuery,
  productGroupIds: IdsQuery.meta({
    description: 'With products of these groups or of groups below them',
    type: 'string',
  }),
  supplierId: Id.optional().meta({ description: 'With products of this supplier' }),
  hour: integerQuery(0, 23).optional().meta({ description: 'In the time zone of the organization' }),
  weekday: integerQuery(1, 7).optional().meta({ description: '1: Monday' }),
  inGroup: z
    .union([Id, z.literal('none')])
    .optional()
    .meta({ description: 'With products of this very group; none: of no group' }),
  without: z.enum(['retailPoint', 'employee', 'customer']).optional(),
}
const ListAsReported = z.object(LIST_AS_REPORTED)
export type ListAsReported = z.output<typeof ListAsReported>

/** The query with which a list shows the documents behind a row; null: none of them are. */
const ListQuery = z.record(z.string(), z.string()).nullable()
export const Behind = z
  .object({
    retail: ListQuery.meta({ description: 'For GET /api/sales/retail' }),
    demands: ListQuery.meta({ description: 'For GET /api/sales/demands' }),
  })
  .meta({ id: 'ReportBehind', description: 'Queries that list the documents behind the row' })
export type Behind = z.infer<typeof Behind>

/** What tells rows of a report apart. */
export const rowFields = {
  key: z.string().nullable().meta({
    description:
      'An id, a day, the Monday of a week, a month (2027-03), an hour, a weekday (1: Monday) or a way of payment; null: without any, or a day of the second period alone',
  }),
  comparedKey: z.string().nullable().meta({
    description: 'The key in the second period: days stand side by side by their place in their periods',
  }),
  name: z.string().nullable(),
  code: z.string().nullable().meta({ description: 'Of a product' }),
  behind: Behind,
}
