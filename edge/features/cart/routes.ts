import { Hono } from 'hono'
import { TILL_INPUTS } from '#shared/contracts/till/inputs.ts'
import { TILL_ROUTES } from '#shared/contracts/till/routes.ts'
import { readBody, readParams, readQuery } from '../../http/input.ts'
import { serve } from '../../http/till-routes.ts'
import type { EdgeEnv } from '../env.ts'
import { presentReceipt } from '../receipts/present.ts'
import { may } from '../session/may.ts'
import { checkVouchersToPay } from '../vouchers/check-vouchers.ts'
import { checkReturnedVouchers, checkVouchersOfReturn } from '../vouchers/returned-vouchers.ts'
import { beginExchange } from './begin-exchange.ts'
import { beginReturn } from './begin-return.ts'
import { cartAfter } from './cart-after.ts'
import { changeCart } from './change-cart.ts'
import { changeLine } from './change-line.ts'
import { clearCart } from './clear-cart.ts'
import { getOpenCart } from './open-cart.ts'
import { parkCart } from './park-cart.ts'
import { payCart } from './pay-cart.ts'
import { presentCart, presentParkedCart } from './present.ts'
import { removeLine } from './remove-line.ts'
import { removeParkedCart } from './remove-parked-cart.ts'
import { restoreLine } from './restore-line.ts'
import { resumeCart } from './resume-cart.ts'
import { takeCode } from './take-code.ts'

/** Size limit of a payment request: 20 payments with their references fit. */
const PAYMENT_LIMIT_BYTES = 64 * 1024

/** Size limit of a return request: all lines of the largest receipt fit. */
const RETURN_LIMIT_BYTES = 256 * 1024

export const cartRoutes = new Hono<EdgeEnv>()

serve(cartRoutes, TILL_ROUTES.cart, ...may('pos.sell'), (c) => {
  const { agent, actor } = c.var
  const cart =
    agent.journal.read.carts.findOpen(actor.tillId) ??
    agent.journal.transact((tx) => getOpenCart(agent, tx, actor.tillId))
  return c.json(presentCart(cart, agent))
})

serve(cartRoutes, TILL_ROUTES.addLine, ...may('pos.sell'), async (c) => {
  const input = await readBody(c, TILL_INPUTS.addLine.body)
  return c.json(presentCart(takeCode(c.get('agent'), c.get('actor'), input), c.get('agent')))
})

serve(cartRoutes, TILL_ROUTES.changeLine, ...may('pos.sell'), async (c) => {
  const { lineId } = readParams(c, TILL_INPUTS.changeLine.params)
  const query = readQuery(c, TILL_INPUTS.changeLine.query)
  const change = await readBody(c, TILL_INPUTS.changeLine.body)
  return c.json(cartAfter(c.var, query, (actor) => changeLine(c.var.agent, actor, lineId, change)))
})

serve(cartRoutes, TILL_ROUTES.removeLine, ...may('pos.sell'), (c) => {
  const { lineId } = readParams(c, TILL_INPUTS.removeLine.params)
  return c.json(presentCart(removeLine(c.get('agent'), c.get('actor'), lineId), c.get('agent')))
})

serve(cartRoutes, TILL_ROUTES.restoreLine, ...may('pos.sell'), (c) => {
  const { lineId } = readParams(c, TILL_INPUTS.restoreLine.params)
  return c.json(presentCart(restoreLine(c.get('agent'), c.get('actor'), lineId), c.get('agent')))
})

serve(cartRoutes, TILL_ROUTES.changeCart, ...may('pos.sell'), async (c) => {
  const query = readQuery(c, TILL_INPUTS.changeCart.query)
  const change = await readBody(c, TILL_INPUTS.changeCart.body)
  return c.json(cartAfter(c.var, query, (actor) => changeCart(c.var.agent, actor, change)))
})

serve(cartRoutes, TILL_ROUTES.clearCart, ...may('pos.sell'), (c) =>
  c.json(presentCart(clearCart(c.get('agent'), c.get('actor')), c.get('agent'))),
)

serve(cartRoutes, TILL_ROUTES.beginReturn, ...may('pos.return'), async (c) => {
  const { agent } = c.var
  const query = readQuery(c, TILL_INPUTS.beginReturn.query)
  const input = await readBody(c, TILL_INPUTS.beginReturn.body, RETURN_LIMIT_BYTES)
  const untouched = await checkReturnedVouchers(agent, input)
  return c.json(cartAfter(c.var, query, (actor) => beginReturn(agent, actor, input, untouched)))
})

serve(cartRoutes, TILL_ROUTES.beginExchange, ...may('pos.return'), async (c) => {
  const query = readQuery(c, TILL_INPUTS.beginExchange.query)
  const input = await readBody(c, TILL_INPUTS.beginExchange.body, RETURN_LIMIT_BYTES)
  return c.json(cartAfter(c.var, query, (actor) => beginExchange(c.var.agent, actor, input)))
})

serve(cartRoutes, TILL_ROUTES.parkCart, ...may('pos.sell'), async (c) => {
  const input = await readBody(c, TILL_INPUTS.parkCart.body)
  return c.json(presentCart(parkCart(c.get('agent'), c.get('actor'), input), c.get('agent')))
})

serve(cartRoutes, TILL_ROUTES.parkedCarts, ...may('pos.sell'), (c) =>
  c.json({ items: c.get('agent').journal.read.carts.listParked().map(presentParkedCart) }),
)

serve(cartRoutes, TILL_ROUTES.resumeCart, ...may('pos.sell'), (c) => {
  const { cartId } = readParams(c, TILL_INPUTS.resumeCart.params)
  return c.json(presentCart(resumeCart(c.get('agent'), c.get('actor'), cartId), c.get('agent')))
})

serve(cartRoutes, TILL_ROUTES.removeParkedCart, ...may('pos.sell'), async (c) => {
  const { cartId } = readParams(c, TILL_INPUTS.removeParkedCart.params)
  const input = await readBody(c, TILL_INPUTS.removeParkedCart.body)
  removeParkedCart(c.get('agent'), c.get('actor'), cartId, input)
  return c.body(null, 204)
})

serve(cartRoutes, TILL_ROUTES.payCart, ...may('pos.sell'), async (c) => {
  const { agent, actor } = c.var
  const input = await readBody(c, TILL_INPUTS.payCart.body, PAYMENT_LIMIT_BYTES)
  const untouched = await checkVouchersOfReturn(agent, actor)
  await checkVouchersToPay(agent, actor, input.payments)
  const { receipt, isNew } = payCart(agent, actor, { ...input, untouched })
  return c.json(presentReceipt(receipt, agent), isNew ? 201 : 200)
})
