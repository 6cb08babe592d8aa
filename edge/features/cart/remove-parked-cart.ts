import type { RemoveParkedCart } from '#shared/contracts/till/till.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { Actor } from '../session/actor.ts'
import { isRepeated } from '../session/is-repeated.ts'
import { refuseOtherReason } from '../session/refuse-other-reason.ts'
import type { RecordingParts } from '../shifts/till-record.ts'
import { recordCleared } from './clear-cart.ts'

/**
 * Discards a parked cart, no matter who parked it. Head office is notified by an event with the reason, as
 * for a cleared cart. Throws `not_found` when the cart is no longer parked.
 */
export function removeParkedCart(
  agent: RecordingParts,
  actor: Actor,
  cartId: string,
  { reason }: RemoveParkedCart,
): void {
  refuseOtherReason(agent, 'removal', { reason })
  agent.journal.transact((tx) => {
    if (isRepeated(agent, tx, actor)) return
    const cart = tx.carts.findParked(cartId.toLowerCase())
    if (!cart) throw new Problem('not_found', { detail: 'This cart is no longer parked' })
    recordCleared(agent, tx, actor, cart, { reason })
    tx.carts.remove(cart.id)
  })
}
