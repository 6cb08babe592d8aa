import { postingRoutes } from '#hub/documents/routes.ts'
import { exportRoute } from '#hub/exports/export-route.ts'
import { area } from '#hub/http/area.ts'
import { actionRoute, getRoute } from '#hub/http/operations.ts'
import { standardResource } from '#hub/http/standard-resource.ts'
import { printRoute } from '#hub/print/print-route.ts'
import { SalePostingQuery } from '#shared/contracts/postings.ts'
import {
  CREATE_RETURN,
  RETAIL,
  REVIEW_SALE,
  RetailSale,
  RetailSaleExportQuery,
} from '#shared/contracts/sales/retail-sales.ts'
import { RETAIL_STATS } from '#shared/contracts/sales/retail-stats.ts'
import { deleteRetailSale } from './delete-sale.ts'
import { retailSaleFile } from './export-sales.ts'
import { postRetailSale } from './post-sale.ts'
import { presentRetailSale, presentRetailSaleSummary } from './present.ts'
import { printRetailSale } from './print-sale.ts'
import { getRetailSale, type ListedRetailSale, listRetailSales, NOUN } from './queries.ts'
import { createReturn } from './returns/create-return.ts'
import { reviewRetailSale } from './review-sale.ts'
import { createRetailSale, updateRetailSale } from './save-sale.ts'
import { sumSales } from './sum-sales.ts'
import { unpostRetailSale } from './unpost-sale.ts'

const { base } = RETAIL
const tag = 'Sales: retail sales'

const drafts = standardResource({
  ...RETAIL,
  tag,
  area: 'sales',
  stores: 'own',
  nouns: [NOUN, 'retail sales and returns, newest first'],
  present: presentRetailSale,
  presentListed: (row: ListedRetailSale, actor) => presentRetailSaleSummary(row, actor),
  commands: {
    list: listRetailSales,
    get: getRetailSale,
    create: createRetailSale,
    update: updateRetailSale,
    remove: deleteRetailSale,
  },
})

const posting = postingRoutes({
  base,
  tag,
  area: 'sales',
  noun: NOUN,
  contracts: { item: RetailSale },
  present: presentRetailSale,
  query: SalePostingQuery,
  post: postRetailSale,
  unpost: unpostRetailSale,
})

export const retailSaleRoutes = area(
  actionRoute({
    ...CREATE_RETURN,
    may: 'sales.create',
    stores: 'own',
    tag,
    summary: 'Create a draft return of the remainder of a posted retail sale',
    status: 201,
    command: (tx, { id, actor }) => createReturn(tx, id, actor),
    present: presentRetailSale,
    location: ({ sale }) => `${base}/${sale.id}`,
  }),
  actionRoute({
    ...REVIEW_SALE,
    may: 'sync.manage',
    stores: 'own',
    tag,
    summary: 'Review a flagged retail sale',
    description:
      'Settles its item on the work list, as settling the item there reviews the sale. A repeat changes nothing: the ' +
      'first note stands.',
    command: (tx, { id, body, actor }) => reviewRetailSale(tx, id, body.note, actor),
    present: presentRetailSale,
  }),
  drafts,
  posting,
  exportRoute({
    base,
    may: 'sales.export',
    stores: 'own',
    tag,
    noun: 'retail sales and returns',
    description: 'With the filters of the list. Costs are included only for users who may see them.',
    query: RetailSaleExportQuery,
    file: retailSaleFile,
  }),
  getRoute({
    ...RETAIL_STATS,
    may: 'sales.view',
    stores: 'own',
    tag,
    summary: 'Sum up posted sales and returns, together and day by day',
    read: async (tx, { query, actor }) => sumSales(tx, query, await actor()),
    present: (stats) => stats,
  }),
  printRoute({ base, may: 'sales.view', stores: 'own', tag, noun: NOUN, page: printRetailSale }),
)
