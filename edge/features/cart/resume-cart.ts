import { Problem } from '#shared/problems/problem.ts'
import type { Cart } from '../../journal/carts.ts'
import type { Actor } from '../session/actor.ts'
import { isRepeated } from '../session/is-repeated.ts'
import type { CartParts } from './cart-parts.ts'
import { partsOf } from './exchange.ts'
import { getOpenCart, saveChanged } from './open-cart.ts'
import { parkFilledCart } from './park-cart.ts'
import { refuseTakenBack } from './taken-back.ts'

/**
 * Resumes a parked cart at this till. An open cart with lines is parked first. Promotions are recalculated.
 * Throws `not_found` when the cart is no longer parked, and `basis_exceeded` for a return whose items were
 * returned elsewhere in the meantime.
 */
export function resumeCart(agent: CartParts, actor: Actor, cartId: string): Cart {
  return agent.journal.transact((tx) => {
    if (isRepeated(agent, tx, actor)) return getOpenCart(agent, tx, actor.tillId)
    const cart = tx.carts.findParked(cartId.toLowerCase())
    if (!cart) throw new Problem('not_found', { detail: 'This cart is no longer parked' })
    for (const part of partsOf(cart)) refuseTakenBack(agent, tx, part)
    parkFilledCart(agent, tx, actor)
    return saveChanged(agent, tx, actor.tillId, cart)
  })
}
