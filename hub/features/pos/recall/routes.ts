import { route, router } from '#hub/http/route.ts'
import { Problem } from '#shared/problems/problem.ts'
import { RecallAnswer, RecallQuery } from '#shared/sync/recall.ts'
import { presentRecalled } from './present.ts'
import { recallSales } from './queries.ts'

const recall = route({
  method: 'get',
  path: '/api/pos/v1/sales',
  may: 'pos.sync',
  tag: 'Point of sale',
  summary: 'Give a device its own uploaded sales back',
  description: 'Those of the devices it replaces too. Go on with `after` until `next` is null.',
  query: RecallQuery,
  answers: { 200: RecallAnswer },
})

export const recallRoutes = router().openapi(recall, async (c) => {
  const actor = await c.var.actor()
  if (actor.isRevoked) {
    throw new Problem('forbidden', {
      detail: 'This device has been revoked; it may only hand over its sales',
    })
  }
  const query = c.req.valid('query')
  const { rows, hasMore } = await c.var.read((tx) => recallSales(tx, actor.id, query))
  return c.json({ items: rows.map(presentRecalled), next: hasMore ? (rows.at(-1)?.id ?? null) : null }, 200)
})
