import { z } from 'zod'
import { EXPORT_CONTENT_TYPES, sendExport } from '#hub/exports/send-export.ts'
import { route, router } from '#hub/http/route.ts'
import { pageAnswer, standardResource } from '#hub/http/standard-resource.ts'
import {
  BarcodeDuplicatesPage,
  BarcodeDuplicatesQuery,
  Product,
  ProductBulkResult,
  ProductBulkUpdate,
  ProductByBarcode,
  ProductCreate,
  ProductExportQuery,
  ProductListQuery,
  ProductPage,
  ProductPriceChange,
  ProductUpdate,
  QuickSearchQuery,
  QuickSearchResult,
} from '#shared/contracts/catalog/products.ts'
import { ById, codeText } from '#shared/contracts/common.ts'
import { amountToNumber, quantityToNumber } from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import { addInternalBarcode } from './barcodes/add-internal-barcode.ts'
import { bulkUpdate } from './bulk-update.ts'
import { createProduct } from './create-product.ts'
import { deleteProduct } from './delete-product.ts'
import { productExport } from './export-products.ts'
import { listProducts } from './list-products.ts'
import { presentProduct } from './present.ts'
import { changePrice } from './prices/change-price.ts'
import { recalculateRetail } from './prices/recalculate-retail.ts'
import { getProduct } from './queries.ts'
import { findByBarcode, listBarcodeDuplicates } from './search/find-by-barcode.ts'
import { quickSearch } from './search/quick-search.ts'
import { updateProduct } from './update-product.ts'

const BASE = '/api/catalog/products'
const TAG = 'Catalog: products'

const standardRoutes = standardResource({
  base: BASE,
  tag: TAG,
  nouns: ['product', 'products'],
  area: 'catalog',
  contracts: {
    item: Product,
    page: ProductPage,
    create: ProductCreate,
    update: ProductUpdate,
    list: ProductListQuery,
  },
  present: presentProduct,
  deeds: {
    list: listProducts,
    get: getProduct,
    create: createProduct,
    update: updateProduct,
    remove: deleteProduct,
  },
})

const byBarcode = route({
  method: 'get',
  path: `${BASE}/by-barcode/{value}`,
  may: 'catalog.view',
  tag: TAG,
  summary: 'Find a product by its barcode',
  description: [
    'The product itself when one has the barcode; an object with items when several do. When none has it and it is a',
    "scale's label, the weighed product with the quantity.",
  ].join(' '),
  params: z.object({ value: codeText(255) }),
  answers: { 200: ProductByBarcode },
})

const search = route({
  method: 'get',
  path: `${BASE}/quick-search`,
  may: 'catalog.view',
  tag: TAG,
  summary: 'Search products for the lines of a document',
  description: [
    'Exact codes, articles and barcodes first, then names that begin so, then products that have all the words. When',
    "there are none: a scale's label, the text in the other keyboard layout, the text without slips of the finger.",
  ].join(' '),
  query: QuickSearchQuery,
  answers: { 200: QuickSearchResult },
})

const duplicates = route({
  method: 'get',
  path: `${BASE}/barcode-duplicates`,
  may: 'catalog.view',
  tag: TAG,
  summary: 'List the barcodes that more than one product has',
  query: BarcodeDuplicatesQuery,
  answers: { 200: BarcodeDuplicatesPage },
})

const exported = route({
  method: 'get',
  path: `${BASE}/export`,
  may: 'catalog.view',
  tag: TAG,
  summary: 'Export products to a file',
  description:
    'The filters of the list; the columns are those that the import reads. Costs only for those who may see them.',
  query: ProductExportQuery,
  answers: { 200: null },
  streams: EXPORT_CONTENT_TYPES,
})

const bulk = route({
  method: 'post',
  path: `${BASE}/bulk-update`,
  may: 'catalog.update',
  tag: TAG,
  summary: 'Change many products',
  description: 'All of them or, when one of them does not allow it, none.',
  body: ProductBulkUpdate,
  answers: { 200: ProductBulkResult },
})

const price = route({
  method: 'patch',
  path: `${BASE}/{id}/price`,
  may: 'catalog.update',
  tag: TAG,
  summary: 'Change a price of a product',
  params: ById,
  body: ProductPriceChange,
  answers: { 200: Product },
})

const recalculation = route({
  method: 'post',
  path: `${BASE}/{id}/recalc-retail`,
  may: 'catalog.update',
  tag: TAG,
  summary: 'Make the retail price of the cost',
  description: 'Cost × (1 + markup of the nearest group that has one), rounded up to a whole unit.',
  params: ById,
  answers: { 200: Product },
})

const internalBarcode = route({
  method: 'post',
  path: `${BASE}/{id}/barcodes/generate`,
  may: 'catalog.update',
  tag: TAG,
  summary: 'Give a product an internal EAN-13',
  params: ById,
  answers: { 200: Product },
})

/** The fixed paths come before `{id}`, which would take them for ids. */
export const productRoutes = router()
  .openapi(byBarcode, async (c) => {
    const { value } = c.req.valid('param')
    const { products, quantity, sum } = await c.var.read((tx) => findByBarcode(tx, value))
    const actor = await c.var.actor()
    const [product, ...others] = products.map((row) => presentProduct(row, actor))
    if (!product) throw new Problem('barcode_not_found', { detail: `No product has the barcode ${value}` })
    if (others.length > 0) return c.json({ items: [product, ...others] }, 200)
    return c.json(
      {
        ...product,
        ...(quantity !== undefined && { quantity: quantityToNumber(quantity) }),
        ...(sum !== undefined && { sum: amountToNumber(sum) }),
      },
      200,
    )
  })
  .openapi(search, async (c) => {
    const query = c.req.valid('query')
    return c.json({ items: await c.var.read((tx) => quickSearch(tx, query)) }, 200)
  })
  .openapi(duplicates, async (c) => {
    const query = c.req.valid('query')
    const { rows, total } = await c.var.read((tx) => listBarcodeDuplicates(tx, query))
    return c.json(pageAnswer(query, total, rows), 200)
  })
  .openapi(exported, async (c) => {
    const query = c.req.valid('query')
    return sendExport(c, query, await productExport(c, query))
  })
  .openapi(bulk, async (c) => {
    const input = c.req.valid('json')
    return c.json(await c.var.transact((tx) => bulkUpdate(tx, input)), 200)
  })
  .openapi(price, async (c) => {
    const { id } = c.req.valid('param')
    const change = c.req.valid('json')
    const product = await c.var.transact((tx) => changePrice(tx, id, change))
    return c.json(presentProduct(product, await c.var.actor()), 200)
  })
  .openapi(recalculation, async (c) => {
    const { id } = c.req.valid('param')
    const product = await c.var.transact((tx) => recalculateRetail(tx, id))
    return c.json(presentProduct(product, await c.var.actor()), 200)
  })
  .openapi(internalBarcode, async (c) => {
    const { id } = c.req.valid('param')
    const product = await c.var.transact((tx) => addInternalBarcode(tx, id))
    return c.json(presentProduct(product, await c.var.actor()), 200)
  })
  .route('/', standardRoutes)
