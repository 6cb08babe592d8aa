import { type Amount, amountToNumber } from '#shared/money/decimal.ts'
import type { Cart } from '../../journal/carts.ts'
import type { JournalWriter } from '../../journal/journal.ts'
import type { Actor } from '../session/actor.ts'
import { ofReturn, recordEvent } from '../shifts/record-event.ts'
import type { RecordingParts } from '../shifts/till-record.ts'
import { partsOf } from './exchange.ts'
import { checkMayDelete } from './line-rules.ts'
import { emptyCart, getOpenCart } from './open-cart.ts'
import { priceCart, voucherSumOf } from './price-cart.ts'

/** Discards the open cart, including a return, and begins an empty sale. */
export function clearCart(agent: RecordingParts, actor: Actor): Cart {
  const { tillId } = actor
  return agent.journal.transact((tx) => {
    const old = getOpenCart(agent, tx, tillId)
    const cart = emptyCart(old.terms)
    recordCleared(agent, tx, actor, old)
    tx.carts.remove(old.id)
    tx.carts.saveOpen(tillId, cart)
    return cart
  })
}

/**
 * Reports the discarded cart to head office, including the returned goods of an exchange. Throws `forbidden`
 * and `not_allowed_here`.
 */
export function recordCleared(
  agent: RecordingParts,
  tx: JournalWriter,
  actor: Actor,
  cart: Cart,
  why: { reason?: string } = {},
): void {
  for (const part of partsOf(cart)) {
    const linesCount = part.lines.length + part.vouchers.length
    if (linesCount === 0) continue
    checkMayDelete(agent, tx, actor, part)
    const sum = amountToNumber((priceCart(part).sum + voucherSumOf(part)) as Amount)
    recordEvent(agent, tx, actor, 'cart_cleared', { linesCount, sum, ...why, ...ofReturn(part) })
  }
}
