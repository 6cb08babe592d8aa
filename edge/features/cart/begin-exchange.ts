import type { BeginExchange } from '#shared/contracts/till/till.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import type { Cart } from '../../journal/carts.ts'
import type { Actor } from '../session/actor.ts'
import { wasDone } from '../session/was-done.ts'
import type { RecordingParts } from '../shifts/till-record.ts'
import { returnOf } from './begin-return.ts'
import { isExchange } from './exchange.ts'
import { emptyCart, getOpenCart, saveChanged, termsFrom } from './open-cart.ts'
import { parkFilledCart } from './park-cart.ts'

/**
 * Goods come back in exchange for what the open cart has or will have: goods of a receipt, or what is in the
 * return that is open. A cart that is a return or an exchange already is parked first. Throws as beginReturn does, and
 * cart_empty when nothing comes back.
 */
export function beginExchange(agent: RecordingParts, actor: Actor, input: BeginExchange): Cart {
  const { tillId } = actor
  return agent.journal.transact((tx) => {
    const open = getOpenCart(agent, tx, tillId)
    if (wasDone(agent, tx, actor)) return open
    const settings = agent.replica.read((reader) => reader.settings.get())
    if (input.receiptNumber === undefined) {
      if (input.lines)
        throw invalidField(['receiptNumber'], 'is needed: what is told comes back with its receipt')
      // Pressed twice.
      if (isExchange(open)) return open
      if (!open.isReturn || open.lines.length === 0)
        throw new Problem('cart_empty', { detail: 'Nothing comes back that could be exchanged' })
      tx.carts.remove(open.id)
      return saveChanged(agent, tx, tillId, exchanging(emptyCart(termsFrom(settings)), open))
    }
    if (!open.isReturn) refuseVouchers(open)
    const back = returnOf(agent, tx, actor, input, settings)
    refuseVouchers(back)
    const isFree = !open.isReturn && !isExchange(open)
    if (!isFree) parkFilledCart(agent, tx, actor)
    return saveChanged(agent, tx, tillId, exchanging(isFree ? open : getOpenCart(agent, tx, tillId), back))
  })
}

function refuseVouchers({ vouchers }: Cart): void {
  if (vouchers.length > 0)
    throw new Problem('not_allowed_here', { detail: 'Goods are not exchanged for a gift voucher' })
}

function exchanging(cart: Cart, back: Cart): Cart {
  const [own, other] = [cart.terms.currencyCode, back.terms.currencyCode]
  if (own === other) return { ...cart, back }
  throw new Problem('not_allowed_here', { detail: `What was paid in ${other} is not exchanged for ${own}` })
}
