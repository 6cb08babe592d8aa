import { Hono } from 'hono'
import { TILL_INPUTS } from '#shared/contracts/till/inputs.ts'
import { TILL_ROUTES } from '#shared/contracts/till/routes.ts'
import type { Tiles } from '#shared/contracts/till/tiles.ts'
import { invalidRequest, Problem } from '#shared/problems/problem.ts'
import { readQuery } from '../../http/input.ts'
import { serve } from '../../http/till-routes.ts'
import type { EdgeEnv } from '../env.ts'
import { presentProducts } from '../products/present.ts'
import { may } from '../session/may.ts'

export const tileRoutes = new Hono<EdgeEnv>()

serve(tileRoutes, TILL_ROUTES.tiles, ...may('pos.sell'), (c) => {
  const { groupId = null, after = null, limit } = readQuery(c, TILL_INPUTS.tiles.query)
  const agent = c.get('agent')
  const tiles = agent.replica.read((reader): Tiles => {
    const { groups, products } = reader
    const path = groupId === null ? [] : groups.findPath(groupId)
    if (path === null) throw new Problem('not_found', { detail: `There is no group ${groupId}` })
    if (after !== null && !products.find(after)) throw unknownProduct('after')
    const found = products.listOfGroup(groupId, after, limit + 1)
    return {
      path,
      groups: after === null ? groups.listBelow(groupId) : [],
      items: presentProducts(reader, agent, found.slice(0, limit)),
      hasMore: found.length > limit,
    }
  })
  return c.json(tiles)
})

const unknownProduct = (name: string): Problem =>
  invalidRequest(
    [{ code: 'custom', path: [name], message: 'is not in the catalog', input: undefined }],
    '#/query',
  )
