import { organizationOf } from '#hub/auth/actor.ts'
import { settleWorkItem } from '#hub/features/work-items/settle-work-item.ts'
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

const tag = 'Sync: work list'

const body = route({
  method: 'get',
  path: '/api/sync/work-list/{id}/bodies/{body}',
  may: 'sync.view',
  stores: 'own',
  tag,
  summary:
    'Download a body of an item: the first one received, the other one of a conflict, or the correction of a user',
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
    'With `body`, the upload is posted from this correction; the received bytes stay. The response is the updated item: ' +
    'settled, or with the reasons why it still cannot be booked.',
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
    summary: 'Get one item with the bytes that the till sent',
    read: (tx, { id }) => getWorkItem(tx, id),
    present: presentWorkItemDetail,
  }),
  ownRoutes,
  actionRoute({
    ...SETTLE_WORK_ITEM,
    may: 'sync.manage',
    stores: 'own',
    tag,
    summary: 'Settle an item with a note',
    description: 'It stays readable with `isSettled=true`.',
    answer: WorkItemDetail,
    command: async (tx, { id, body, actor }) => {
      await settleWorkItem(tx, id, body, actor)
      return getWorkItem(tx, id)
    },
    present: presentWorkItemDetail,
  }),
)
