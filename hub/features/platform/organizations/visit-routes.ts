import { z } from 'zod'
import { area } from '#hub/http/area.ts'
import { actionRoute, listRoute } from '#hub/http/operations.ts'
import { PATH_ORGANIZATION } from '#hub/http/path-organization.ts'
import { ById } from '#shared/contracts/common.ts'
import { BEGIN_VISIT, END_VISIT, VISITS, type Visit } from '#shared/contracts/platform/visits.ts'
import { Id } from '#shared/domain/fields.ts'
import { beginVisit, endVisit, listVisits, type VisitRow } from './visits.ts'

const about = { may: 'super-admin', tag: 'Platform: visits' } as const
const params = z.object({ orgId: Id })

const present = ({ startedAt, endsAt, endedAt, ...row }: VisitRow): Visit => ({
  ...row,
  startedAt: startedAt.toISOString(),
  endsAt: endsAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
})

export const visitRoutes = area(
  listRoute(
    {
      ...about,
      ...VISITS,
      params,
      summary: 'List visits of SuperAdmins to an organization, the latest first',
      list: listVisits,
      present,
    },
    PATH_ORGANIZATION,
  ),
  actionRoute(
    {
      ...about,
      ...BEGIN_VISIT,
      params,
      summary: 'Begin a visit: X-Organization-Id names the organization for 30 minutes',
      description: 'It ends the earlier visit of the same SuperAdmin there. The owner is notified by mail.',
      status: 201,
      command: (tx, { body, actor, hub }) => beginVisit(tx, body, { accountId: actor.id, hub }),
      afterwards: (hub) => hub.jobs.wake('mail'),
      present,
    },
    PATH_ORGANIZATION,
  ),
  actionRoute(
    {
      ...about,
      ...END_VISIT,
      params: params.extend(ById.shape),
      summary: 'End a visit early',
      command: (tx, { id }) => endVisit(tx, id),
    },
    PATH_ORGANIZATION,
  ),
)
