import { Hono } from 'hono'
import { z } from 'zod'
import { text } from '#shared/contracts/common.ts'
import { ProductSearchQuery, type ProductSearchResult } from '#shared/contracts/till.ts'
import { TILL_ROUTES } from '#shared/contracts/till-routes.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { EdgeEnv } from '../../http/env.ts'
import { readParams, readQuery } from '../../http/input.ts'
import { may } from '../../http/till.ts'
import { serve } from '../../http/till-routes.ts'
import { presentProduct } from './present.ts'

export const productRoutes = new Hono<EdgeEnv>()

serve(productRoutes, TILL_ROUTES.products, ...may('pos.sell'), (c) => {
  const { search, limit } = readQuery(c, ProductSearchQuery)
  const { items, total } = c.get('agent').replica.read(({ products }) => products.search(search, limit))
  return c.json({ items: items.map(presentProduct), total } satisfies ProductSearchResult)
})

serve(productRoutes, TILL_ROUTES.productByCode, ...may('pos.sell'), (c) => {
  const { code } = readParams(c, z.object({ code: text(255) }))
  const items = c.get('agent').replica.read(({ products }) => products.listByCode(code))
  if (items.length === 0) throw new Problem('barcode_not_found', { detail: `Nothing is known as ${code}` })
  return c.json({ items: items.map(presentProduct), total: items.length } satisfies ProductSearchResult)
})
