import { Hono } from 'hono'
import { TILL_INPUTS } from '#shared/contracts/till/inputs.ts'
import { TILL_ROUTES } from '#shared/contracts/till/routes.ts'
import { readBody, readParams } from '../../http/input.ts'
import { serve } from '../../http/till-routes.ts'
import { getOpenCart } from '../cart/open-cart.ts'
import { presentCart } from '../cart/present.ts'
import type { EdgeEnv } from '../env.ts'
import { may } from '../session/may.ts'
import { checkVoucherToSell } from './check-vouchers.ts'
import { refuseMistyped } from './held-vouchers.ts'
import { removeVoucher, sellVoucher } from './sell-voucher.ts'
import { presentVoucher } from './vouchers.ts'

export const voucherRoutes = new Hono<EdgeEnv>()

serve(voucherRoutes, TILL_ROUTES.askVoucher, ...may('pos.sell'), async (c) => {
  const { agent, actor } = c.var
  const { number } = await readBody(c, TILL_INPUTS.askVoucher.body)
  refuseMistyped(number, agent)
  await agent.onlineVouchers.ask(agent, number)
  const cart = agent.journal.transact((tx) => getOpenCart(agent, tx, actor.tillId))
  return c.json(presentVoucher(number, cart, agent))
})

serve(voucherRoutes, TILL_ROUTES.sellVoucher, ...may('pos.sell'), async (c) => {
  const { agent, actor } = c.var
  const input = await readBody(c, TILL_INPUTS.sellVoucher.body)
  await checkVoucherToSell(agent, input)
  return c.json(presentCart(sellVoucher(agent, actor, input), agent))
})

serve(voucherRoutes, TILL_ROUTES.removeVoucher, ...may('pos.sell'), (c) => {
  const { agent, actor } = c.var
  const { voucherId } = readParams(c, TILL_INPUTS.removeVoucher.params)
  return c.json(presentCart(removeVoucher(agent, actor, voucherId), agent))
})
