import { organizationOf } from '#hub/auth/actor.ts'
import { area } from '#hub/http/area.ts'
import { actionRoute, getRoute, listRoute } from '#hub/http/operations.ts'
import { route, router } from '#hub/http/route.ts'
import { ById } from '#shared/contracts/common.ts'
import {
  RETRY_WORK_ITEM,
  SETTLE_WORK_ITEM,
  WORK_ITEM,
  WORK_LIST,
  WorkItemBody,
  WorkItemDetail,
} from '#shared/contracts/fleet/work-list.ts'
import { Problem } from '#shared/problems/problem.ts'
import { presentWorkItem, presentWorkItemDetail } from './present.ts'
import { findBody, getWorkItem, listWorkItems } from './queries.ts'
import { retryWorkItem } from './retry-work-item.ts'
import { settleWorkItem } from './settle-work-item.ts'

const tag = 'Sync: work list'

const body = route({
  method: 'get',
  path: '/api/sync/work-list/{id}/bodies/{body}',
  may: 'sync.view',
  stores: 'own',
  tag,
  summary:
    'Download a body of an item: as it came first, the other one of a conflict, or what a person made of it',
  params: WorkItemBody,
  answers: { 200: null },
  streams: 'application/octet-stream',
})

const retry = route({
  ...RETRY_WORK_ITEM,
  may: 'sync.manage',
  stores: 'own',
  tag,
  summary: 'Post a quarantined upload again',
  description:
    'With `body`, from what a person has made of it; the bytes as they came stay. The answer is the item as it ' +
    'is then: settled, or with the reasons why it still cannot be booked.',
  params: ById,
  answers: { 200: WorkItemDetail },
})

const ownRoutes = router()
  .openapi(body, async (c) => {
    const { id, body } = c.req.valid('param')
    const bytes = await c.var.read((tx) => findBody(tx, id, body))
    if (!bytes) throw new Problem('not_found', { detail: `The item has no ${body} body` })
    return c.body(new Uint8Array(bytes), 200, {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename="${id}-${body}"`,
    })
  })
  .openapi(retry, async (c) => {
    const { id } = c.req.valid('param')
    const scope = { organizationId: organizationOf(await c.var.actor()), author: await c.var.author() }
    await retryWorkItem(c.get('hub'), scope, id, c.req.valid('json'))
    return c.json(presentWorkItemDetail(await c.var.read((tx) => getWorkItem(tx, id))), 200)
  })

export const workListRoutes = area(
  listRoute({
    ...WORK_LIST,
    may: 'sync.view',
    stores: 'own',
    tag,
    summary: 'List work items, oldest first',
    list: listWorkItems,
    present: presentWorkItem,
  }),
  getRoute({
    ...WORK_ITEM,
    may: 'sync.view',
    stores: 'own',
    tag,
    summary: 'Get one item with the bytes as the till sent them',
    read: (tx, { id }) => getWorkItem(tx, id),
    present: presentWorkItemDetail,
  }),
  ownRoutes,
  actionRoute({
    ...SETTLE_WORK_ITEM,
    may: 'sync.manage',
    stores: 'own',
    tag,
    summary: 'Take an item off the list with a note',
    description: 'It stays to be read with `isSettled=true`.',
    answer: WorkItemDetail,
    deed: async (tx, { id, body, actor }) => {
      await settleWorkItem(tx, id, body, actor)
      return getWorkItem(tx, id)
    },
    present: presentWorkItemDetail,
  }),
)
