import { eq } from 'drizzle-orm'
import { withinDays } from '#hub/db/days.ts'
import { listRows, matches } from '#hub/db/records.ts'
import { tillEvents } from '#hub/db/tables/till.ts'
import type { Tx } from '#hub/db/transact.ts'
import { listRoute } from '#hub/http/operations.ts'
import { TILL_EVENTS, type TillEvent, type TillEventListQuery } from '#shared/contracts/sales/till-events.ts'
import { presentTillRecord } from '../present-till-record.ts'

export const tillEventRoutes = listRoute({
  ...TILL_EVENTS,
  may: 'sales.view',
  stores: 'own',
  tag: 'Sales: till events',
  summary: 'List till events other than sales, newest first',
  list: listTillEvents,
  present,
})

function listTillEvents(tx: Tx, query: TillEventListQuery) {
  return listRows(tx, tillEvents, query, {
    where: [
      eq(tillEvents.organizationId, tx.organizationId),
      matches(tillEvents.retailPointId, query.retailPointId),
      matches(tillEvents.kind, query.kind),
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
