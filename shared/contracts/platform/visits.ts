import { z } from 'zod'
import { Id, paragraphs, UtcTime } from '#shared/domain/fields.ts'
import { pageOf, pageQuery } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const VisitCreate = z
  .strictObject({
    reason: paragraphs(1000).meta({
      description: 'Reason, shown in the log of the organization and sent to its owner',
    }),
    act: z.boolean().default(false).meta({ description: 'true: allows changes, too; omitted: read only' }),
  })
  .meta({ id: 'VisitCreate' })
export type VisitCreate = z.output<typeof VisitCreate>

export const Visit = z
  .object({
    id: Id,
    organizationId: Id,
    accountId: Id.meta({ description: 'The SuperAdmin' }),
    reason: z.string(),
    mayAct: z.boolean(),
    startedAt: UtcTime,
    endsAt: UtcTime.meta({ description: 'Time when it ends automatically' }),
    endedAt: UtcTime.nullable().meta({ description: 'null: nobody has ended it earlier' }),
  })
  .meta({ id: 'Visit' })
export type Visit = z.infer<typeof Visit>
const VisitPage = pageOf(Visit, 'VisitPage')
export const VisitListQuery = z.object(pageQuery)
export type VisitListQuery = z.output<typeof VisitListQuery>

const visits = '/api/super-admin/organizations/{orgId}/visits'
export const VISITS = endpoint({ method: 'get', path: visits, query: VisitListQuery, answer: VisitPage })
export const BEGIN_VISIT = endpoint({ method: 'post', path: visits, body: VisitCreate, answer: Visit })
export const END_VISIT = endpoint({ method: 'delete', path: `${visits}/{id}`, answer: null })
