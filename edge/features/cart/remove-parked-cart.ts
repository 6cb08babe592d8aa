import type { RemoveParkedCart } from '#shared/contracts/till/till.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { Actor } from '../session/actor.ts'
import type { RecordingParts } from '../shifts/till-record.ts'
import { recordCleared } from './clear-cart.ts'

/** Throws a parked cart away, whoever parked it: an event with the reason tells head office, as of a cart that is cleared. */
export function removeParkedCart(
  agent: RecordingParts,
  actor: Actor,
  cartId: string,
  { reason }: RemoveParkedCart,
): void {
  agent.journal.transact((tx) => {
    const cart = tx.carts.findParked(cartId.toLowerCase())
    if (!cart) throw new Problem('not_found', { detail: 'This cart is not parked any more' })
    recordCleared(agent, tx, actor, cart, { reason })
    tx.carts.remove(cart.id)
  })
}
