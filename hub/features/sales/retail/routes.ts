import { postingRoutes } from '#hub/documents/routes.ts'
import { route, router } from '#hub/http/route.ts'
import { standardResource } from '#hub/http/standard-resource.ts'
import { ById } from '#shared/contracts/common.ts'
import {
  RetailSale,
  RetailSaleCreate,
  RetailSaleListQuery,
  RetailSalePage,
  RetailSaleUpdate,
  ReviewRetailSale,
} from '#shared/contracts/sales/retail-sales.ts'
import { deleteRetailSale } from './delete-sale.ts'
import { retailOfficeRoutes } from './office-routes.ts'
import { postRetailSale, unpostRetailSale } from './post-sale.ts'
import { presentRetailSale, presentRetailSaleSummary } from './present.ts'
import {
  type FullRetailSale,
  getRetailSale,
  type ListedRetailSale,
  listRetailSales,
  NOUN,
} from './queries.ts'
import { createReturn } from './returns/create-return.ts'
import { reviewRetailSale } from './review-sale.ts'
import { createRetailSale, updateRetailSale } from './save-sale.ts'

const base = '/api/sales/retail'
const tag = 'Sales: retail sales'

const drafts = standardResource({
  base,
  tag,
  area: 'sales',
  nouns: [NOUN, 'retail sales and returns, newest first'],
  contracts: {
    item: RetailSale,
    page: RetailSalePage,
    create: RetailSaleCreate,
    update: RetailSaleUpdate,
    list: RetailSaleListQuery,
  },
  present: presentRetailSale,
  presentListed: (row: ListedRetailSale, actor) => presentRetailSaleSummary(row, actor),
  deeds: {
    list: listRetailSales,
    get: getRetailSale,
    create: createRetailSale,
    update: updateRetailSale,
    remove: deleteRetailSale,
  },
})

const posting = postingRoutes<FullRetailSale>({
  base,
  tag,
  area: 'sales',
  noun: NOUN,
  item: RetailSale,
  present: presentRetailSale,
  post: postRetailSale,
  unpost: unpostRetailSale,
})

const makeReturn = route({
  method: 'post',
  path: '/api/sales/retail/{id}/create-return',
  may: 'sales.create',
  tag,
  summary: 'Create a draft return of what is left of a posted retail sale',
  params: ById,
  answers: { 201: RetailSale },
})

const review = route({
  method: 'post',
  path: '/api/sales/retail/{id}/review',
  may: 'sync.manage',
  tag,
  summary: 'Review a flagged retail sale',
  description:
    'Takes its item off the work list, as settling the item there reviews the sale. A repeat changes nothing: the ' +
    'first note stands.',
  params: ById,
  body: ReviewRetailSale,
  answers: { 200: RetailSale },
})

export const retailSaleRoutes = router()
  .openapi(makeReturn, async (c) => {
    const { id } = c.req.valid('param')
    const actor = await c.var.actor()
    const sale = await c.var.transact((tx) => createReturn(tx, id, actor))
    c.header('Location', `${base}/${sale.sale.id}`)
    return c.json(presentRetailSale(sale, actor), 201)
  })
  .openapi(review, async (c) => {
    const { id } = c.req.valid('param')
    const { note } = c.req.valid('json')
    const actor = await c.var.actor()
    const sale = await c.var.transact((tx) => reviewRetailSale(tx, id, note, actor))
    return c.json(presentRetailSale(sale, actor), 200)
  })
retailSaleRoutes.route('/', drafts)
retailSaleRoutes.route('/', posting)
retailSaleRoutes.route('/', retailOfficeRoutes)
