import type { Cart } from '#shared/contracts/till/till.ts'
import { agent } from '../api/agent.ts'
import { type PickedLines, returnChanges } from './picked-lines.ts'

export interface TakenBack {
  receiptNumber: string
  picked: PickedLines
  isExchange: boolean
}

/** Takes back what was picked from a receipt, in exchange or not: the agent begins with everything that is left. */
export async function takeBack(
  { receiptNumber, picked, isExchange }: TakenBack,
  command: string,
): Promise<Cart> {
  let cart = await (isExchange ? agent.beginExchange : agent.beginReturn)({ receiptNumber }, command)
  for (const { lineId, quantity } of returnChanges(cart.exchange?.lines ?? cart.lines, picked)) {
    cart = quantity > 0 ? await agent.changeLine(lineId, { quantity }) : await agent.removeLine(lineId)
  }
  return cart
}
