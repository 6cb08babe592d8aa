import { z } from 'zod'
import { Id, UtcTime } from '#shared/domain/fields.ts'
import { AmountOut } from '#shared/money/wire.ts'
import { listQuery, pageOf } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { tillRecordFields, tillRecordFilters } from './shifts.ts'

/** Cash put into or taken out of the drawer of a till. */
export const CashMovement = z
  .object({
    ...tillRecordFields,
    shiftId: Id,
    kind: z.enum(['In', 'Out']),
    amount: AmountOut,
    reason: z.string(),
    movedAt: UtcTime,
  })
  .meta({ id: 'CashMovement' })
export type CashMovement = z.infer<typeof CashMovement>

const CashMovementPage = pageOf(CashMovement, 'CashMovementPage')
export const CashMovementListQuery = listQuery(['movedAt', 'amount', 'receivedAt']).extend({
  ...tillRecordFilters,
  shiftId: Id.optional(),
})
export type CashMovementListQuery = z.output<typeof CashMovementListQuery>

export const CASH_MOVEMENTS = endpoint({
  method: 'get',
  path: '/api/sales/cash-movements',
  query: CashMovementListQuery,
  answer: CashMovementPage,
})
