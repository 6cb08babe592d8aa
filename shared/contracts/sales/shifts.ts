import { z } from 'zod'
import { Count, Day, Id, Position, UtcTime } from '#shared/domain/fields.ts'
import { TENDER_TYPES } from '#shared/domain/tenders.ts'
import { AmountOut } from '#shared/money/wire.ts'
import { listQuery, pageOf } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** Common members of all till records except sales. */
export const tillRecordFields = {
  id: Id,
  deviceId: Id,
  retailPointId: Id,
  tillId: z.string(),
  cashierId: Id.nullable(),
  cashierName: z.string().nullable(),
  receivedAt: UtcTime,
}

/** Common filters of lists of till records. */
export const tillRecordFilters = {
  retailPointId: Id.optional(),
  from: Day.optional().meta({ description: 'First day, in the time zone of the organization' }),
  to: Day.optional().meta({ description: 'Last day, included' }),
}

/** Totals of a shift. Cash totals exclude the change given back. */
export const ShiftTotals = z
  .object({
    salesCash: AmountOut,
    salesCard: AmountOut,
    returnsCash: AmountOut,
    returnsCard: AmountOut,
    salesOther: AmountOut.meta({ description: 'Neither in cash nor by card' }),
    returnsOther: AmountOut,
    otherTenders: z
      .array(z.object({ type: z.enum(TENDER_TYPES), sales: AmountOut, returns: AmountOut }))
      .meta({ description: 'salesOther and returnsOther by tender; only used ones' }),
    cashIn: AmountOut,
    cashOut: AmountOut,
    receiptsCount: Count,
    returnsCount: Count,
    expectedCash: AmountOut,
  })
  .meta({ id: 'ShiftTotals' })
export type ShiftTotals = z.infer<typeof ShiftTotals>

/** Members of a shift. Opening and closing are uploaded separately. The members of a missing half are null. */
const shift = {
  ...tillRecordFields,
  number: Position.nullable(),
  status: z.enum(['Open', 'Closed']),
  openedAt: UtcTime.nullable(),
  openingCash: AmountOut.nullable(),
  closedAt: UtcTime.nullable(),
  closedById: Id.nullable(),
  closedByName: z.string().nullable(),
  countedCash: AmountOut.nullable(),
  discrepancy: AmountOut.nullable().meta({ description: 'countedCash less the expectedCash of the till' }),
  totals: ShiftTotals.nullable().meta({ description: 'Totals of the till at the closing' }),
}

export const Shift = z.object(shift).meta({ id: 'Shift' })
export type Shift = z.infer<typeof Shift>

export const ShiftDetail = z
  .object({
    ...shift,
    hubTotals: ShiftTotals.meta({ description: 'Totals of the sales and cash movements that have arrived' }),
    isDifferent: z
      .boolean()
      .meta({ description: 'true: the shift is closed and its totals differ from those of the hub' }),
  })
  .meta({ id: 'ShiftDetail' })
export type ShiftDetail = z.infer<typeof ShiftDetail>

const ShiftPage = pageOf(Shift, 'ShiftPage')
export const ShiftListQuery = listQuery(['openedAt', 'closedAt', 'number', 'receivedAt']).extend(
  tillRecordFilters,
)
export type ShiftListQuery = z.output<typeof ShiftListQuery>

const base = '/api/sales/shifts'
export const SHIFTS = endpoint({ method: 'get', path: base, query: ShiftListQuery, answer: ShiftPage })
export const SHIFT = endpoint({ method: 'get', path: `${base}/{id}`, answer: ShiftDetail })
