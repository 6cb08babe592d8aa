import type { ChangeCart } from '#shared/contracts/till/till.ts'
import type { Cart } from '../../journal/carts.ts'
import type { Actor } from '../session/actor.ts'
import { checkCashierDiscount, checkReceiptDiscount } from './discount-rules.ts'
import type { CartParts } from './open-cart.ts'
import { getOpenCart, saveChanged } from './open-cart.ts'

/** Gives a discount on the whole of the open cart, or takes it off again. */
export function changeCart(agent: CartParts, actor: Actor, { discount }: ChangeCart): Cart {
  const { tillId } = actor
  return agent.journal.transact((tx) => {
    const cart = getOpenCart(agent, tx, tillId)
    const changed = { ...cart, discount }
    if (discount) {
      checkReceiptDiscount(cart, discount)
      checkCashierDiscount(actor, cart, changed)
    }
    return saveChanged(tx, tillId, changed)
  })
}
