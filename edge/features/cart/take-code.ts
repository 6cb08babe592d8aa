import type { AddLine } from '#shared/contracts/till/till.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { Cart } from '../../journal/carts.ts'
import { changeBuyer } from '../buyers/change-buyer.ts'
import { findByBarcode } from '../products/find-by-code.ts'
import type { Actor } from '../session/actor.ts'
import type { RecordingParts } from '../shifts/till-record.ts'
import { addLine } from './add-line.ts'
import { knowsCoupon } from './apply-promotions.ts'
import { showCoupon } from './change-cart.ts'

/**
 * Adds the scanned or typed code to the cart: a product, loyalty card or coupon. The number of a loyalty card
 * takes precedence over product codes and articles (docs/domain.md#barcodes). A code without a product can be
 * a coupon. Throws the errors of `addLine` and `changeBuyer`.
 */
export function takeCode(agent: RecordingParts, actor: Actor, input: AddLine): Cart {
  const cardId = input.code === undefined ? null : findCard(agent, input.code)
  if (cardId !== null) return changeBuyer(agent, actor, { cardId })
  try {
    return addLine(agent, actor, input)
  } catch (error) {
    const { code } = input
    const isUnknown = error instanceof Problem && error.code === 'barcode_not_found' && code !== undefined
    if (!isUnknown || !agent.replica.read((reader) => knowsCoupon(reader, code))) throw error
    return showCoupon(agent, actor, code)
  }
}

/**
 * Returns the id of the card with this number. Returns null when there is none, or when the code is the
 * barcode of a product.
 */
function findCard({ replica }: RecordingParts, code: string): string | null {
  return replica.read((reader) => {
    const held = reader.cards.findByNumber(code)
    return held && findByBarcode(reader, code).products.length === 0 ? held.id : null
  })
}
