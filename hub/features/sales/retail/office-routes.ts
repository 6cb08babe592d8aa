import { EXPORT_CONTENT_TYPES, sendExport } from '#hub/exports/send-export.ts'
import { languageOf } from '#hub/http/language.ts'
import { route, router } from '#hub/http/route.ts'
import { PAGE_CONTENT_TYPE, sendPage } from '#hub/print/send-page.ts'
import { ById } from '#shared/contracts/common.ts'
import { PrintQuery } from '#shared/contracts/print.ts'
import { RetailSaleExportQuery } from '#shared/contracts/sales/retail-sales.ts'
import { RetailStats, RetailStatsQuery } from '#shared/contracts/sales/retail-stats.ts'
import { retailSaleExport } from './export-sales.ts'
import { printRetailSale } from './print-sale.ts'
import { sumSales } from './sum-sales.ts'

const BASE = '/api/sales/retail'
const tag = 'Sales: retail sales'

const exported = route({
  method: 'get',
  path: `${BASE}/export`,
  may: 'sales.view',
  tag,
  summary: 'Export retail sales and returns to a file',
  description: 'With the filters of the list. Costs only for those who may see them.',
  query: RetailSaleExportQuery,
  answers: { 200: null },
  streams: EXPORT_CONTENT_TYPES,
})

const stats = route({
  method: 'get',
  path: `${BASE}/stats`,
  may: 'sales.view',
  tag,
  summary: 'Sum up posted sales and returns, together and day by day',
  query: RetailStatsQuery,
  answers: { 200: RetailStats },
})

const print = route({
  method: 'get',
  path: `${BASE}/{id}/print`,
  may: 'sales.view',
  tag,
  summary: 'Print form of a retail sale: a page for A4, without costs',
  params: ById,
  query: PrintQuery,
  answers: { 200: null },
  streams: PAGE_CONTENT_TYPE,
})

/** What head office reads and prints of retail sales, besides the list. */
export const retailOfficeRoutes = router()
  .openapi(exported, async (c) => {
    const query = c.req.valid('query')
    return sendExport(c, query, await retailSaleExport(c, query))
  })
  .openapi(stats, async (c) => {
    const query = c.req.valid('query')
    return c.json(await c.var.read(async (tx) => sumSales(tx, query, await c.var.actor())), 200)
  })
  .openapi(print, async (c) => {
    const { id } = c.req.valid('param')
    const { lang = languageOf(c) } = c.req.valid('query')
    return sendPage(c, await c.var.read((tx) => printRetailSale(tx, id, lang)))
  })
