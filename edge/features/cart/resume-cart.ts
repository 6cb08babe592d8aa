import { Problem } from '#shared/problems/problem.ts'
import type { Cart } from '../../journal/carts.ts'
import type { Actor } from '../session/actor.ts'
import type { CartParts } from './open-cart.ts'
import { saveChanged } from './open-cart.ts'
import { parkFilledCart } from './park-cart.ts'

/** Takes a parked cart up again, at this till; one that is open with lines is parked first. What promotions give is what they give now. */
export function resumeCart(agent: CartParts, actor: Actor, cartId: string): Cart {
  return agent.journal.transact((tx) => {
    const cart = tx.carts.findParked(cartId.toLowerCase())
    if (!cart) throw new Problem('not_found', { detail: 'This cart is not parked any more' })
    parkFilledCart(agent, tx, actor)
    return saveChanged(agent, tx, actor.tillId, cart)
  })
}
