import { eq } from 'drizzle-orm'
import { listRows } from '#hub/db/records.ts'
import { tillEvents } from '#hub/db/tables/till.ts'
import type { Tx } from '#hub/db/transact.ts'
import { withinDays } from '#hub/documents/days.ts'
import { route, router } from '#hub/http/route.ts'
import { pageAnswer } from '#hub/http/standard-resource.ts'
import { type TillEvent, TillEventListQuery, TillEventPage } from '#shared/contracts/sales/till-events.ts'
import { presentTillRecord } from '../present-till-record.ts'

const list = route({
  method: 'get',
  path: '/api/sales/till-events',
  may: 'sales.view',
  tag: 'Sales: till events',
  summary: 'List till events other than sales, newest first',
  query: TillEventListQuery,
  answers: { 200: TillEventPage },
})

export const tillEventRoutes = router().openapi(list, async (c) => {
  const query = c.req.valid('query')
  const { rows, total } = await c.var.read((tx) => listTillEvents(tx, query))
  return c.json(pageAnswer(query, total, rows.map(present)), 200)
})

function listTillEvents(tx: Tx, query: TillEventListQuery) {
  return listRows(tx, tillEvents, query, {
    where: [
      eq(tillEvents.organizationId, tx.organizationId),
      query.retailPointId ? eq(tillEvents.retailPointId, query.retailPointId) : undefined,
      query.kind ? eq(tillEvents.kind, query.kind) : undefined,
      ...withinDays(tillEvents.happenedAt, query),
    ],
    searchIn: [tillEvents.kind, tillEvents.cashierName, tillEvents.tillId],
    sortBy: { happenedAt: tillEvents.happenedAt, receivedAt: tillEvents.receivedAt },
    defaultSort: '-happenedAt',
  })
}

function present(row: typeof tillEvents.$inferSelect): TillEvent {
  return {
    ...presentTillRecord(row),
    kind: row.kind,
    happenedAt: row.happenedAt.toISOString(),
    details: row.details,
  }
}
