import { Hono } from 'hono'
import { z } from 'zod'
import { text } from '#shared/contracts/common.ts'
import { type ReceiptList, ReceiptListQuery } from '#shared/contracts/till.ts'
import { TILL_ROUTES } from '#shared/contracts/till-routes.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { AgentContext } from '../../context.ts'
import type { EdgeEnv } from '../../http/env.ts'
import { readParams, readQuery } from '../../http/input.ts'
import { may } from '../../http/till.ts'
import { serve } from '../../http/till-routes.ts'
import type { StoredReceipt } from '../../journal/receipts.ts'
import { findReceipt } from './find-receipt.ts'
import { notePrinted } from './note-printed.ts'
import { presentReceipt, presentSummary } from './present.ts'

const ByNumber = z.object({ number: text(64) })

export const receiptRoutes = new Hono<EdgeEnv>()

serve(receiptRoutes, TILL_ROUTES.receipts, ...may('pos.sell'), (c) => {
  const { search = '', before, limit } = readQuery(c, ReceiptListQuery)
  const { receipts } = c.get('agent').journal.read
  const rows = receipts.list({ search, before: before?.toLowerCase() ?? null, limit })
  return c.json({ items: rows.map(presentSummary) } satisfies ReceiptList)
})

serve(receiptRoutes, TILL_ROUTES.receipt, ...may('pos.sell'), (c) => {
  const { agent } = c.var
  const receipt = getReceipt(agent, readParams(c, ByNumber).number)
  return c.json(presentReceipt(receipt, agent.journal.read.receipts))
})

serve(receiptRoutes, TILL_ROUTES.receiptPrinted, ...may('pos.sell'), (c) => {
  const { agent, actor } = c.var
  const { receiptNumber } = getReceipt(agent, readParams(c, ByNumber).number).sale
  notePrinted(agent, actor, receiptNumber)
  return c.json(presentReceipt(getReceipt(agent, receiptNumber), agent.journal.read.receipts))
})

function getReceipt({ journal }: AgentContext, number: string): StoredReceipt {
  const receipt = findReceipt(journal.read, number)
  if (receipt) return receipt
  throw new Problem('receipt_not_found', { detail: `There is no receipt ${number} here` })
}
