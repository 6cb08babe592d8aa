import type { Cart } from '../../journal/carts.ts'
import type { Actor } from '../session/actor.ts'
import { lineDetails, ofReturn, recordEvent } from '../shifts/record-event.ts'
import type { RecordingParts } from '../shifts/till-record.ts'
import { getLine } from './change-line.ts'
import { checkCashierDiscount } from './discount-rules.ts'
import { partWith, withPart } from './exchange.ts'
import { checkMayDelete } from './line-rules.ts'
import { getOpenCart, saveChanged } from './open-cart.ts'

/** Number of removed lines that can be restored. The till offers an undo for a few seconds. */
const MOST_REMOVED = 20

export function removeLine(agent: RecordingParts, actor: Actor, lineId: string): Cart {
  const { tillId } = actor
  return agent.journal.transact((tx) => {
    const open = getOpenCart(agent, tx, tillId)
    const cart = partWith(open, lineId)
    const removed = getLine(cart, lineId)
    checkMayDelete(agent, tx, actor, cart)
    recordEvent(agent, tx, actor, 'line_removed', { ...lineDetails(removed), ...ofReturn(cart) })
    const { lines, discount } = cart
    const less = {
      ...cart,
      lines: lines.filter((line) => line !== removed),
      removed: [...cart.removed, { line: removed, at: lines.indexOf(removed), discount }].slice(
        -MOST_REMOVED,
      ),
    }
    const after = checkCashierDiscount(agent, tx, actor, { before: cart, after: less, isGiven: false })
    return saveChanged(agent, tx, tillId, withPart(open, after))
  })
}
