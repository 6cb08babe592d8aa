import { route, router } from '#hub/http/route.ts'
import { pageAnswer } from '#hub/http/standard-resource.ts'
import { ById } from '#shared/contracts/common.ts'
import { RetailSale, RetailSaleListQuery, RetailSalePage } from '#shared/contracts/retail-sales.ts'
import { presentRetailSale, presentRetailSaleSummary } from './present.ts'
import { getRetailSale, listRetailSales } from './queries.ts'

const tag = 'Sales: retail sales'

const list = route({
  method: 'get',
  path: '/api/sales/retail',
  may: 'sales.view',
  tag,
  summary: 'List retail sales and returns, newest first',
  query: RetailSaleListQuery,
  answers: { 200: RetailSalePage },
})

const get = route({
  method: 'get',
  path: '/api/sales/retail/{id}',
  may: 'sales.view',
  tag,
  summary: 'Get one retail sale with its lines and payments',
  params: ById,
  answers: { 200: RetailSale },
})

export const retailSaleRoutes = router()
  .openapi(list, async (c) => {
    const query = c.req.valid('query')
    const { rows, total } = await c.var.read((tx) => listRetailSales(tx, query))
    return c.json(pageAnswer(query, total, rows.map(presentRetailSaleSummary)), 200)
  })
  .openapi(get, async (c) => {
    const { id } = c.req.valid('param')
    return c.json(presentRetailSale(await c.var.read((tx) => getRetailSale(tx, id)), c.var.actor), 200)
  })
