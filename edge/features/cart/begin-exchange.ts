import type { BeginExchange } from '#shared/contracts/till/till.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import type { Cart } from '../../journal/carts.ts'
import type { Actor } from '../session/actor.ts'
import { isRepeated } from '../session/is-repeated.ts'
import type { RecordingParts } from '../shifts/till-record.ts'
import { returnOf } from './begin-return.ts'
import { isExchange } from './exchange.ts'
import { emptyCart, getOpenCart, saveChanged, termsFrom } from './open-cart.ts'
import { parkFilledCart } from './park-cart.ts'

/**
 * Begins an exchange: products are returned in exchange for those in the open cart. The returned products
 * come from a receipt or from the open return. A cart that is already a return or an exchange is parked
 * first. Throws the errors of `beginReturn`, and `cart_empty` when nothing is returned.
 */
export function beginExchange(agent: RecordingParts, actor: Actor, input: BeginExchange): Cart {
  const { tillId } = actor
  return agent.journal.transact((tx) => {
    const open = getOpenCart(agent, tx, tillId)
    if (isRepeated(agent, tx, actor)) return open
    const settings = agent.replica.read((reader) => reader.settings.get())
    if (input.receiptNumber === undefined) {
      if (input.lines)
        throw invalidField(
          ['receiptNumber'],
          'is required: returned lines and vouchers are named with their receipt',
        )
      // The cashier pressed the button twice.
      if (isExchange(open)) return open
      if (!open.isReturn || open.lines.length === 0)
        throw new Problem('cart_empty', { detail: 'There are no returned goods to exchange' })
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
    throw new Problem('not_allowed_here', { detail: 'Goods cannot be exchanged for a gift voucher' })
}

function exchanging(cart: Cart, back: Cart): Cart {
  const [own, other] = [cart.terms.currencyCode, back.terms.currencyCode]
  if (own === other) return { ...cart, back }
  throw new Problem('not_allowed_here', {
    detail: `Goods paid in ${other} cannot be exchanged for goods in ${own}`,
  })
}
