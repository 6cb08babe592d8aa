import { Hono } from 'hono'
import { TILL_INPUTS } from '#shared/contracts/till/inputs.ts'
import { TILL_ROUTES } from '#shared/contracts/till/routes.ts'
import type { TillAtHeadOffice, TillProductDetails } from '#shared/contracts/till/tiles.ts'
import type { ProductSearchResult } from '#shared/contracts/till/till.ts'
import { Problem } from '#shared/problems/problem.ts'
import { ProductStock } from '#shared/sync/product-stock.ts'
import { readParams, readQuery } from '../../http/input.ts'
import { serve } from '../../http/till-routes.ts'
import type { Product } from '../../replica/products.ts'
import type { ReplicaReader } from '../../replica/replica.ts'
import type { EdgeEnv } from '../env.ts'
import { favouriteIds } from '../favourites/list-favourites.ts'
import { may, mayAtAnyTime } from '../session/may.ts'
import { findByBarcode, findByCode } from './find-by-code.ts'
import { listOftenSold } from './often-sold.ts'
import { presentDetails, presentProducts } from './present.ts'

/**
 * Time limit of the request to head office in ms, short because a cashier is waiting. Later responses are
 * dropped.
 */
const ASK_TIMEOUT_MS = 1500

export const productRoutes = new Hono<EdgeEnv>()

serve(productRoutes, TILL_ROUTES.products, ...may('pos.sell'), (c) => {
  const { search, limit } = readQuery(c, TILL_INPUTS.products.query)
  const agent = c.get('agent')
  const result = agent.replica.read((reader): ProductSearchResult => {
    const { items, total } = reader.products.search(search, limit, listOftenSold(agent))
    // The barcode may be stored in another spelling than the typed one.
    const found = total === 0 ? findByBarcode(reader, search).products : items
    return {
      items: presentProducts(reader, agent, found.slice(0, limit)),
      total: Math.max(total, found.length),
    }
  })
  return c.json(result)
})

serve(productRoutes, TILL_ROUTES.productByCode, ...may('pos.sell'), (c) => {
  const { code } = readParams(c, TILL_INPUTS.productByCode.params)
  const agent = c.get('agent')
  const items = agent.replica.read((reader) =>
    presentProducts(reader, agent, findByCode(reader, code).products),
  )
  if (items.length === 0)
    throw new Problem('barcode_not_found', { detail: `No product has the code ${code}` })
  return c.json({ items, total: items.length } satisfies ProductSearchResult)
})

serve(productRoutes, TILL_ROUTES.product, ...mayAtAnyTime('pos.sell'), (c) => {
  const { productId } = readParams(c, TILL_INPUTS.product.params)
  const agent = c.get('agent')
  const details = agent.replica.read((reader): TillProductDetails => {
    const product = getProduct(reader, productId)
    const isFavourite = favouriteIds(reader, agent.journal).includes(product.id)
    return { ...presentDetails(reader, agent, product), isFavourite }
  })
  return c.json(details)
})

serve(productRoutes, TILL_ROUTES.productAtHeadOffice, ...may('pos.sell'), async (c) => {
  const { productId } = readParams(c, TILL_INPUTS.productAtHeadOffice.params)
  const { sync, replica } = c.get('agent')
  const { id } = replica.read((reader) => getProduct(reader, productId))
  const answer = sync?.ask(`/api/pos/v1/products/${id}`, { timeoutMs: ASK_TIMEOUT_MS })
  const told = ProductStock.safeParse(await answer?.catch(() => null))
  return c.json({ told: told.data ?? null } satisfies TillAtHeadOffice)
})

/**
 * Returns a product, even one that is no longer offered here, because it can still be in a cart. Throws
 * `not_found`.
 */
function getProduct({ products }: ReplicaReader, id: string): Product {
  const product = products.find(id)
  if (!product) throw new Problem('not_found', { detail: `There is no product ${id}` })
  return product
}
