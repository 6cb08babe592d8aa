import type { z } from 'zod'
import type { ParkCart } from '#shared/contracts/till/till.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { Cart } from '../../journal/carts.ts'
import type { JournalWriter } from '../../journal/journal.ts'
import type { Actor } from '../session/actor.ts'
import { isRepeated } from '../session/is-repeated.ts'
import type { CartParts } from './cart-parts.ts'
import { isEmpty } from './exchange.ts'
import { getOpenCart } from './open-cart.ts'

/** Parks the open cart and begins an empty one. Throws `cart_empty` when there is nothing to park. */
export function parkCart(agent: CartParts, actor: Actor, { label }: z.output<typeof ParkCart>): Cart {
  return agent.journal.transact((tx) => {
    if (isRepeated(agent, tx, actor)) return getOpenCart(agent, tx, actor.tillId)
    if (!parkFilledCart(agent, tx, actor, label || null)) throw new Problem('cart_empty')
    return getOpenCart(agent, tx, actor.tillId)
  })
}

/**
 * Makes room for another cart: parks a cart with lines, or removes an empty one. Returns true when it parked
 * the cart.
 */
export function parkFilledCart(
  { clock }: CartParts,
  tx: JournalWriter,
  { tillId, cashier }: Actor,
  label: string | null = null,
): boolean {
  const open = tx.carts.findOpen(tillId)
  if (!open) return false
  const isFilled = !isEmpty(open)
  if (isFilled) {
    tx.carts.park(open.id, { label, cashierName: cashier.name, parkedAt: clock.now().toISOString() })
  } else tx.carts.remove(open.id)
  return isFilled
}
