import type { AddLine } from '#shared/contracts/till/till.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { Cart } from '../../journal/carts.ts'
import type { Actor } from '../session/actor.ts'
import type { RecordingParts } from '../shifts/till-record.ts'
import { addLine } from './add-line.ts'
import { knowsCoupon } from './apply-promotions.ts'
import { showCoupon } from './change-cart.ts'

/** Adds a product to the cart; a code that is of no product may be that of a coupon. Throws as addLine does. */
export function takeCode(agent: RecordingParts, actor: Actor, input: AddLine): Cart {
  try {
    return addLine(agent, actor, input)
  } catch (error) {
    const { code } = input
    const isUnknown = error instanceof Problem && error.code === 'barcode_not_found' && code !== undefined
    if (!isUnknown || !agent.replica.read((reader) => knowsCoupon(reader, code))) throw error
    return showCoupon(agent, actor, code)
  }
}
