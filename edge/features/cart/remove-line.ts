import type { Cart } from '../../journal/carts.ts'
import type { Actor } from '../session/actor.ts'
import { lineDetails, recordEvent } from '../shifts/record-event.ts'
import type { RecordingParts } from '../shifts/till-record.ts'
import { getLine } from './change-line.ts'
import { checkMayDelete } from './line-rules.ts'
import { getOpenCart, saveChanged } from './open-cart.ts'

export function removeLine(agent: RecordingParts, actor: Actor, lineId: string): Cart {
  const { tillId } = actor
  return agent.journal.transact((tx) => {
    const cart = getOpenCart(agent, tx, tillId)
    const removed = getLine(cart, lineId)
    checkMayDelete(agent, cart)
    recordEvent(agent, tx, actor, 'line_removed', lineDetails(removed))
    return saveChanged(tx, tillId, { ...cart, lines: cart.lines.filter((line) => line !== removed) })
  })
}
