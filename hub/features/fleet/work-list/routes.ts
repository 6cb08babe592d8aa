import { organizationOf } from '#hub/auth/actor.ts'
import { route, router } from '#hub/http/route.ts'
import { pageAnswer } from '#hub/http/standard-resource.ts'
import { ById } from '#shared/contracts/common.ts'
import {
  RetryWorkItem,
  SettleWorkItem,
  WorkItemBody,
  WorkItemDetail,
  WorkItemPage,
  WorkListQuery,
} from '#shared/contracts/fleet/work-list.ts'
import { Problem } from '#shared/problems/problem.ts'
import { presentWorkItem, presentWorkItemDetail } from './present.ts'
import { findBody, getWorkItem, listWorkItems } from './queries.ts'
import { retryWorkItem } from './retry-work-item.ts'
import { settleWorkItem } from './settle-work-item.ts'

const tag = 'Sync: work list'

const list = route({
  method: 'get',
  path: '/api/sync/work-list',
  may: 'sync.view',
  tag,
  summary: 'List work items, oldest first',
  query: WorkListQuery,
  answers: { 200: WorkItemPage },
})

const get = route({
  method: 'get',
  path: '/api/sync/work-list/{id}',
  may: 'sync.view',
  tag,
  summary: 'Get one item with the bytes as the till sent them',
  params: ById,
  answers: { 200: WorkItemDetail },
})

const body = route({
  method: 'get',
  path: '/api/sync/work-list/{id}/bodies/{body}',
  may: 'sync.view',
  tag,
  summary:
    'Download a body of an item: as it came first, the other one of a conflict, or what a person made of it',
  params: WorkItemBody,
  answers: { 200: null },
  streams: 'application/octet-stream',
})

const retry = route({
  method: 'post',
  path: '/api/sync/work-list/{id}/retry',
  may: 'sync.manage',
  tag,
  summary: 'Post a quarantined upload again',
  description:
    'With `body`, from what a person has made of it; the bytes as they came stay. The answer is the item as it ' +
    'is then: settled, or with the reasons why it still cannot be booked.',
  params: ById,
  body: RetryWorkItem,
  answers: { 200: WorkItemDetail },
})

const settle = route({
  method: 'post',
  path: '/api/sync/work-list/{id}/settle',
  may: 'sync.manage',
  tag,
  summary: 'Take an item off the list with a note',
  description: 'It stays to be read with `isSettled=true`.',
  params: ById,
  body: SettleWorkItem,
  answers: { 200: WorkItemDetail },
})

export const workListRoutes = router()
  .openapi(list, async (c) => {
    const query = c.req.valid('query')
    const { rows, total } = await c.var.read((tx) => listWorkItems(tx, query))
    return c.json(pageAnswer(query, total, rows.map(presentWorkItem)), 200)
  })
  .openapi(get, async (c) => {
    const { id } = c.req.valid('param')
    return c.json(presentWorkItemDetail(await c.var.read((tx) => getWorkItem(tx, id))), 200)
  })
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
    await retryWorkItem(c.get('hub'), organizationOf(await c.var.actor()), id, c.req.valid('json'))
    return c.json(presentWorkItemDetail(await c.var.read((tx) => getWorkItem(tx, id))), 200)
  })
  .openapi(settle, async (c) => {
    const { id } = c.req.valid('param')
    const settled = await c.var.transact(async (tx) => {
      await settleWorkItem(tx, id, c.req.valid('json'), await c.var.actor())
      return getWorkItem(tx, id)
    })
    return c.json(presentWorkItemDetail(settled), 200)
  })
