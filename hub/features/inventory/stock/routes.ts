import { EXPORT_CONTENT_TYPES, sendExport } from '#hub/exports/send-export.ts'
import { route, router } from '#hub/http/route.ts'
import { pageAnswer } from '#hub/http/standard-resource.ts'
import {
  StockExportQuery,
  StockFilters,
  StockListQuery,
  StockPage,
  StockTotals,
} from '#shared/contracts/inventory/stock.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { stockExport } from './export-stock.ts'
import { listStock } from './list-stock.ts'
import { presentStock } from './present.ts'
import { sumStock } from './sum-stock.ts'

const BASE = '/api/inventory/stock'
const tag = 'Inventory: stock'

const list = route({
  method: 'get',
  path: BASE,
  may: 'inventory.view',
  tag,
  summary: 'List what is in stock, by product and store',
  query: StockListQuery,
  answers: { 200: StockPage },
})

const totals = route({
  method: 'get',
  path: `${BASE}/totals`,
  may: 'inventory.view',
  tag,
  summary: 'Sum up what is in stock',
  description: 'With the filters of the list, and of all that they leave.',
  query: StockFilters,
  answers: { 200: StockTotals },
})

const exported = route({
  method: 'get',
  path: `${BASE}/export`,
  may: 'inventory.view',
  tag,
  summary: 'Export what is in stock to a file',
  description: 'With the filters of the list. Costs only for those who may see them.',
  query: StockExportQuery,
  answers: { 200: null },
  streams: EXPORT_CONTENT_TYPES,
})

export const stockRoutes = router()
  .openapi(list, async (c) => {
    const query = c.req.valid('query')
    refuseReservedThen(query)
    if (query.after && query.page > 1) throw invalidField(['query', 'page'], 'goes without after')
    const { rows, total, ...about } = await c.var.read((tx) => listStock(tx, query))
    const actor = await c.var.actor()
    const items = rows.map((row) => presentStock(row, actor))
    return c.json({ ...pageAnswer(query, total, items), ...about }, 200)
  })
  .openapi(totals, async (c) => {
    const query = c.req.valid('query')
    return c.json(await c.var.read(async (tx) => sumStock(tx, query, await c.var.actor())), 200)
  })
  .openapi(exported, async (c) => {
    const query = c.req.valid('query')
    refuseReservedThen(query)
    return sendExport(c, query, await stockExport(c, query))
  })

function refuseReservedThen({ asOf, withReserved }: StockListQuery | StockExportQuery): void {
  if (asOf !== undefined && withReserved)
    throw invalidField(['query', 'withReserved'], 'drafts are of now: nobody knows what they reserved then')
}
