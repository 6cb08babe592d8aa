import { z } from 'zod'
import { textOrEmpty, UtcTime } from '#shared/domain/fields.ts'
import { listQuery, pageOf } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { tillRecordFields, tillRecordFilters } from './shifts.ts'

/** Event at a till other than a sale: a voided line, a changed price, an opened drawer or a copy. */
export const TillEvent = z
  .object({
    ...tillRecordFields,
    kind: z.string(),
    happenedAt: UtcTime,
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  })
  .meta({ id: 'TillEvent' })
export type TillEvent = z.infer<typeof TillEvent>

const TillEventPage = pageOf(TillEvent, 'TillEventPage')
export const TillEventListQuery = listQuery(['happenedAt', 'receivedAt']).extend({
  ...tillRecordFilters,
  kind: textOrEmpty(255).optional(),
})
export type TillEventListQuery = z.output<typeof TillEventListQuery>

export const TILL_EVENTS = endpoint({
  method: 'get',
  path: '/api/sales/till-events',
  query: TillEventListQuery,
  answer: TillEventPage,
})
