import { amountToNumber } from '#shared/money/decimal.ts'
import type { Cart } from '../../journal/carts.ts'
import type { Actor } from '../session/actor.ts'
import { ofReturn, recordEvent } from '../shifts/record-event.ts'
import type { RecordingParts } from '../shifts/till-record.ts'
import { checkMayDelete } from './line-rules.ts'
import { emptyCart, getOpenCart } from './open-cart.ts'
import { priceCart } from './price-cart.ts'

/** Throws the open cart away, a return included, and begins an empty sale. */
export function clearCart(agent: RecordingParts, actor: Actor): Cart {
  const { tillId } = actor
  return agent.journal.transact((tx) => {
    const old = getOpenCart(agent, tx, tillId)
    const cart = emptyCart(old.terms)
    if (old.lines.length > 0) {
      checkMayDelete(agent, tx, actor, old)
      const sum = amountToNumber(priceCart(old).sum)
      recordEvent(agent, tx, actor, 'cart_cleared', {
        linesCount: old.lines.length,
        sum,
        ...ofReturn(old),
      })
    }
    tx.carts.remove(old.id)
    tx.carts.saveOpen(tillId, cart)
    return cart
  })
}
