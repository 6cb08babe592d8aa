import type { ChangeCart } from '#shared/contracts/till/till.ts'
import type { Cart } from '../../journal/carts.ts'
import type { Actor } from '../session/actor.ts'
import { checkReceiptDiscount } from './discount-rules.ts'
import type { CartParts } from './open-cart.ts'
import { getOpenCart, saveChanged } from './open-cart.ts'

/** Gives a discount on the whole of the open cart, or takes it off again. */
export function changeCart(agent: CartParts, { tillId }: Actor, { discount }: ChangeCart): Cart {
  return agent.journal.transact((tx) => {
    const cart = getOpenCart(agent, tx, tillId)
    if (discount) checkReceiptDiscount(cart, discount)
    return saveChanged(tx, tillId, { ...cart, discount })
  })
}
