import { Hono } from 'hono'
import { TILL_INPUTS } from '#shared/contracts/till/inputs.ts'
import { TILL_ROUTES } from '#shared/contracts/till/routes.ts'
import type { ReceiptList } from '#shared/contracts/till/till.ts'
import { readBody, readParams, readQuery } from '../../http/input.ts'
import { serve } from '../../http/till-routes.ts'
import type { EdgeEnv } from '../env.ts'
import { may } from '../session/may.ts'
import { findBasis, returnsOf } from './basis.ts'
import { emailReceipt } from './email-receipt.ts'
import { findReceipt, getReceipt, unknownReceipt } from './find-receipt.ts'
import { listReceipts } from './list-receipts.ts'
import { notePrinted } from './note-printed.ts'
import { presentBasis, presentReceipt } from './present.ts'

export const receiptRoutes = new Hono<EdgeEnv>()

serve(receiptRoutes, TILL_ROUTES.receipts, ...may('pos.sell'), (c) => {
  const query = readQuery(c, TILL_INPUTS.receipts.query)
  return c.json({ items: listReceipts(c.get('agent'), query) } satisfies ReceiptList)
})

serve(receiptRoutes, TILL_ROUTES.receipt, ...may('pos.sell'), (c) => {
  const { agent } = c.var
  const { number } = readParams(c, TILL_INPUTS.receipt.params)
  const own = findReceipt(agent.journal.read, number)
  if (own) return c.json(presentReceipt(own, agent))
  const basis = findBasis(agent.journal.read, agent.replica, number)
  if (!basis) throw unknownReceipt(number)
  const { replica, journal } = agent
  const fiscal = replica.find(({ receipts }) => receipts.fiscalOf([basis.id]))?.get(basis.id) ?? null
  return c.json(presentBasis(basis, returnsOf(journal.read, replica, basis.id), fiscal))
})

serve(receiptRoutes, TILL_ROUTES.receiptPrinted, ...may('pos.sell'), (c) => {
  const { agent, actor } = c.var
  const { receiptNumber } = getReceipt(agent, readParams(c, TILL_INPUTS.receiptPrinted.params).number).sale
  notePrinted(agent, actor, receiptNumber)
  return c.json(presentReceipt(getReceipt(agent, receiptNumber), agent))
})

serve(receiptRoutes, TILL_ROUTES.emailReceipt, ...may('pos.sell'), async (c) => {
  const { agent, actor } = c.var
  const { number } = readParams(c, TILL_INPUTS.emailReceipt.params)
  const wanted = await readBody(c, TILL_INPUTS.emailReceipt.body)
  emailReceipt(agent, actor, getReceipt(agent, number), wanted)
  return c.body(null, 204)
})
