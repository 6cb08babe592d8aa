import { must } from '#shared/std/must.ts'
import type { Cart } from '../../journal/carts.ts'
import type { Actor } from '../session/actor.ts'
import { lineDetails, ofReturn, recordEvent } from '../shifts/record-event.ts'
import type { RecordingParts } from '../shifts/till-record.ts'
import { partWith, withPart } from './exchange.ts'
import { refuseUsedCodes } from './marking-codes.ts'
import { getOpenCart, saveChanged } from './open-cart.ts'

/**
 * Undoes a removal: restores the line with its content and position, even if the product or the cashier's
 * rights have changed. Repeating it has no effect. Throws `not_found` when no line with this id was removed
 * from the cart, and `marking_code_used` when its piece was scanned again in the meantime.
 */
export function restoreLine(agent: RecordingParts, actor: Actor, lineId: string): Cart {
  const { tillId } = actor
  const id = lineId.toLowerCase()
  return agent.journal.transact((tx) => {
    const open = getOpenCart(agent, tx, tillId)
    const cart = partWith(open, id)
    if (cart.lines.some((line) => line.id === id)) return open
    const removal = must(
      cart.removed.find(({ line }) => line.id === id),
      'removed line',
    )
    const { line, at } = removal
    const changed = {
      ...cart,
      lines: cart.lines.toSpliced(at, 0, line),
      removed: cart.removed.filter((each) => each !== removal),
      discount: cart.lines.length === 0 ? removal.discount : cart.discount,
    }
    refuseUsedCodes(tx, changed)
    recordEvent(agent, tx, actor, 'line_restored', { ...lineDetails(line), ...ofReturn(cart) })
    return saveChanged(agent, tx, tillId, withPart(open, changed))
  })
}
