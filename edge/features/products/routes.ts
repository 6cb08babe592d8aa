import { Hono } from 'hono'
import { TILL_INPUTS } from '#shared/contracts/till/inputs.ts'
import { TILL_ROUTES } from '#shared/contracts/till/routes.ts'
import type { ProductSearchResult } from '#shared/contracts/till/till.ts'
import { Problem } from '#shared/problems/problem.ts'
import { readParams, readQuery } from '../../http/input.ts'
import { serve } from '../../http/till-routes.ts'
import type { EdgeEnv } from '../env.ts'
import { may } from '../session/may.ts'
import { findByCode } from './find-by-code.ts'
import { listOftenSold } from './often-sold.ts'
import { presentProducts } from './present.ts'

export const productRoutes = new Hono<EdgeEnv>()

serve(productRoutes, TILL_ROUTES.products, ...may('pos.sell'), (c) => {
  const { search, limit } = readQuery(c, TILL_INPUTS.products.query)
  const agent = c.get('agent')
  const { replica, journal } = agent
  const result = replica.read((reader): ProductSearchResult => {
    const { items, total } = reader.products.search(search, limit, listOftenSold(agent))
    return { items: presentProducts(reader, journal.read, items), total }
  })
  return c.json(result)
})

serve(productRoutes, TILL_ROUTES.productByCode, ...may('pos.sell'), (c) => {
  const { code } = readParams(c, TILL_INPUTS.productByCode.params)
  const { replica, journal } = c.get('agent')
  const items = replica.read((reader) =>
    presentProducts(reader, journal.read, findByCode(reader, code).products),
  )
  if (items.length === 0) throw new Problem('barcode_not_found', { detail: `Nothing is known as ${code}` })
  return c.json({ items, total: items.length } satisfies ProductSearchResult)
})
