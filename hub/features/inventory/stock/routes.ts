import { route, router } from '#hub/http/route.ts'
import { pageAnswer } from '#hub/http/standard-resource.ts'
import { StockListQuery, StockPage } from '#shared/contracts/stock.ts'
import { presentStock } from './present.ts'
import { listStock } from './queries.ts'

const list = route({
  method: 'get',
  path: '/api/inventory/stock',
  may: 'inventory.view',
  tag: 'Inventory: stock',
  summary: 'List what is in stock, by product and store',
  query: StockListQuery,
  answers: { 200: StockPage },
})

export const stockRoutes = router().openapi(list, async (c) => {
  const query = c.req.valid('query')
  const { rows, total } = await c.var.read((tx) => listStock(tx, query))
  return c.json(
    pageAnswer(
      query,
      total,
      rows.map((row) => presentStock(row, c.var.actor)),
    ),
    200,
  )
})
