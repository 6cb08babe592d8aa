import { refuseRevoked } from '#hub/features/pos/download/refuse-revoked.ts'
import { listRoute } from '#hub/http/operations.ts'
import { RecallAnswer, RecallQuery } from '#shared/sync/recall.ts'
import { presentRecalled } from './present.ts'
import { recallSales } from './queries.ts'

export const recallRoutes = listRoute({
  path: '/api/pos/v1/sales',
  may: 'pos.sync',
  tag: 'Point of sale',
  summary: 'Return its own uploaded sales to a device',
  description: 'Includes those of the devices it replaces. Continue with `after` until `next` is null.',
  query: RecallQuery,
  answer: RecallAnswer,
  list: async (tx, query, actor) => {
    const device = await actor()
    refuseRevoked(device)
    return recallSales(tx, device.id, query)
  },
  present: presentRecalled,
})
