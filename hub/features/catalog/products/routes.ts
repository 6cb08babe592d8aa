import { z } from 'zod'
import { route, router } from '#hub/http/route.ts'
import { standardResource } from '#hub/http/standard-resource.ts'
import { ById, text } from '#shared/contracts/common.ts'
import {
  Product,
  ProductByBarcode,
  ProductCreate,
  ProductListQuery,
  ProductPage,
  ProductPriceChange,
  ProductUpdate,
  QuickSearchQuery,
  QuickSearchResult,
} from '#shared/contracts/products.ts'
import { Problem } from '#shared/problems/problem.ts'
import { changePrice } from './change-price.ts'
import { createProduct } from './create-product.ts'
import { deleteProduct } from './delete-product.ts'
import { presentProduct } from './present.ts'
import { findByBarcode, getProduct, listProducts } from './queries.ts'
import { quickSearch } from './quick-search.ts'
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
  description: 'The product itself when one has the barcode; an object with items when several do.',
  params: z.object({ value: text(255) }),
  answers: { 200: ProductByBarcode },
})

const search = route({
  method: 'get',
  path: `${BASE}/quick-search`,
  may: 'catalog.view',
  tag: TAG,
  summary: 'Search products for the lines of a document',
  description:
    'Exact codes, articles and barcodes first, then names that begin so, then those that contain it.',
  query: QuickSearchQuery,
  answers: { 200: QuickSearchResult },
})

const price = route({
  method: 'patch',
  path: `${BASE}/{id}/price`,
  may: 'catalog.update',
  tag: TAG,
  summary: 'Change the retail price of a product',
  params: ById,
  body: ProductPriceChange,
  answers: { 200: Product },
})

/** The fixed paths come before `{id}`, which would take them for ids. */
export const productRoutes = router()
  .openapi(byBarcode, async (c) => {
    const { value } = c.req.valid('param')
    const found = await c.var.read((tx) => findByBarcode(tx, value))
    const [product, ...others] = found.map((row) => presentProduct(row, c.var.actor))
    if (!product) throw new Problem('barcode_not_found', { detail: `No product has the barcode ${value}` })
    return c.json(others.length === 0 ? product : { items: [product, ...others] }, 200)
  })
  .openapi(search, async (c) => {
    const query = c.req.valid('query')
    return c.json({ items: await c.var.read((tx) => quickSearch(tx, query)) }, 200)
  })
  .openapi(price, async (c) => {
    const { id } = c.req.valid('param')
    const change = c.req.valid('json')
    const product = await c.var.transact((tx) => changePrice(tx, id, change))
    return c.json(presentProduct(product, c.var.actor), 200)
  })
  .route('/', standardRoutes)
