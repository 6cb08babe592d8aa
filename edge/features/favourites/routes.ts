import { Hono } from 'hono'
import { TILL_INPUTS } from '#shared/contracts/till/inputs.ts'
import { TILL_ROUTES } from '#shared/contracts/till/routes.ts'
import type { TillFavourites } from '#shared/contracts/till/tiles.ts'
import { readBody } from '../../http/input.ts'
import { serve } from '../../http/till-routes.ts'
import type { Replica } from '../../replica/replica.ts'
import type { EdgeEnv } from '../env.ts'
import { type ProductSources, presentProducts } from '../products/present.ts'
import { mayAtAnyTime } from '../session/may.ts'
import { arrangeFavourites } from './arrange-favourites.ts'
import { type FavouriteSources, listFavourites } from './list-favourites.ts'

export const favouriteRoutes = new Hono<EdgeEnv>()

// Training mode also uses the favorites of the shop.

serve(favouriteRoutes, TILL_ROUTES.favourites, ...mayAtAnyTime('pos.sell'), (c) =>
  c.json(presentFavourites(c.get('agent'))),
)

serve(favouriteRoutes, TILL_ROUTES.arrangeFavourites, ...mayAtAnyTime('pos.sell'), async (c) => {
  const { productIds } = await readBody(c, TILL_INPUTS.arrangeFavourites.body)
  arrangeFavourites(c.get('agent'), productIds)
  return c.json(presentFavourites(c.get('agent')))
})

function presentFavourites(
  agent: FavouriteSources & ProductSources & { readonly replica: Replica },
): TillFavourites {
  return agent.replica.read((reader) => {
    const { products, isArranged } = listFavourites(reader, agent)
    return { items: presentProducts(reader, agent, products), isArranged }
  })
}
