import type { RemoveParkedCart } from '#shared/contracts/till/till.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { Actor } from '../session/actor.ts'
import { refuseOtherReason } from '../session/refuse-other-reason.ts'
import { wasDone } from '../session/was-done.ts'
import type { RecordingParts } from '../shifts/till-record.ts'
import { recordCleared } from './clear-cart.ts'

/** Throws a parked cart away, whoever parked it: an event with the reason tells head office, as of a cart that is cleared. */
export function removeParkedCart(
  agent: RecordingParts,
  actor: Actor,
  cartId: string,
  { reason }: RemoveParkedCart,
): void {
  refuseOtherReason(agent, 'removal', { reason })
  agent.journal.transact((tx) => {
    if (wasDone(agent, tx, actor)) return
    const cart = tx.carts.findParked(cartId.toLowerCase())
    if (!cart) throw new Problem('not_found', { detail: 'This cart is not parked any more' })
    recordCleared(agent, tx, actor, cart, { reason })
    tx.carts.remove(cart.id)
  })
}
