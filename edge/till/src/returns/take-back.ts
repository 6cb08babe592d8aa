import type { Cart } from '#shared/contracts/till/till.ts'
import { agent } from '../api/agent.ts'
import { type PickedLines, returnChanges } from './picked-lines.ts'

/** Begins a return of what was picked from a receipt: the agent begins with everything that is left. */
export async function takeBack(receiptNumber: string, picked: PickedLines): Promise<Cart> {
  let cart = await agent.beginReturn({ receiptNumber })
  for (const { lineId, quantity } of returnChanges(cart, picked)) {
    cart = quantity > 0 ? await agent.changeLine(lineId, { quantity }) : await agent.removeLine(lineId)
  }
  return cart
}
