import { Hono } from 'hono'
import { TILL_INPUTS } from '#shared/contracts/till/inputs.ts'
import { TILL_ROUTES } from '#shared/contracts/till/routes.ts'
import { readBody } from '../../http/input.ts'
import { serve } from '../../http/till-routes.ts'
import { getOpenCart } from '../cart/open-cart.ts'
import type { EdgeEnv } from '../env.ts'
import { may } from '../session/may.ts'
import { presentVoucher } from './vouchers.ts'

export const voucherRoutes = new Hono<EdgeEnv>()

serve(voucherRoutes, TILL_ROUTES.askVoucher, ...may('pos.sell'), async (c) => {
  const { agent, actor } = c.var
  const { number } = await readBody(c, TILL_INPUTS.askVoucher.body)
  await agent.toldVouchers.ask(agent, number)
  const cart = agent.journal.transact((tx) => getOpenCart(agent, tx, actor.tillId))
  return c.json(presentVoucher(number, cart, agent))
})
