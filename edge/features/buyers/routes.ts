import { Hono } from 'hono'
import { TILL_INPUTS } from '#shared/contracts/till/inputs.ts'
import { TILL_ROUTES } from '#shared/contracts/till/routes.ts'
import { readBody, readQuery } from '../../http/input.ts'
import { serve } from '../../http/till-routes.ts'
import { presentCart } from '../cart/present.ts'
import { priceCart } from '../cart/price-cart.ts'
import type { EdgeEnv } from '../env.ts'
import { may } from '../session/may.ts'
import { changeBuyer } from './change-buyer.ts'
import { findBuyers } from './find-buyers.ts'
import { cartPoints, pointsCardOf } from './points.ts'

export const buyerRoutes = new Hono<EdgeEnv>()

serve(buyerRoutes, TILL_ROUTES.buyers, ...may('pos.sell'), (c) => {
  const { search, limit } = readQuery(c, TILL_INPUTS.buyers.query)
  return c.json(findBuyers(c.get('agent'), search, limit))
})

serve(buyerRoutes, TILL_ROUTES.changeBuyer, ...may('pos.sell'), async (c) => {
  const change = await readBody(c, TILL_INPUTS.changeBuyer.body)
  return c.json(presentCart(changeBuyer(c.get('agent'), c.get('actor'), change), c.get('agent')))
})

serve(buyerRoutes, TILL_ROUTES.askPoints, ...may('pos.sell'), async (c) => {
  const { agent, actor } = c.var
  const { carts } = agent.journal.read
  const cartBefore = carts.findOpen(actor.tillId)
  const card = cartBefore && pointsCardOf(cartBefore)
  if (card) await agent.onlineBalances.ask(agent.sync, card.id)
  // The cart may have changed during the request to head office.
  const cart = carts.findOpen(actor.tillId)
  return c.json({ points: cart && cartPoints(cart, priceCart(cart), agent) })
})
