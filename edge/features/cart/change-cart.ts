import type { ChangeCart } from '#shared/contracts/till/till.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { Cart } from '../../journal/carts.ts'
import type { Actor } from '../session/actor.ts'
import { discountDetails, recordEvent } from '../shifts/record-event.ts'
import type { RecordingParts } from '../shifts/till-record.ts'
import { isSameCoupon, knowsCoupon } from './apply-promotions.ts'
import type { CartParts } from './cart-parts.ts'
import { checkCashierDiscount, checkReceiptDiscount } from './discount-rules.ts'
import { getOpenCart, saveChanged } from './open-cart.ts'

/**
 * Sets or removes the discount on the whole open cart, and sets its coupons. Throws `coupon_unknown` for a
 * coupon without a promotion.
 */
export function changeCart(agent: RecordingParts, actor: Actor, change: ChangeCart): Cart {
  const { tillId } = actor
  return agent.journal.transact((tx) => {
    const cart = getOpenCart(agent, tx, tillId)
    const { discount = cart.discount, coupons = cart.coupons } = change
    let changed: Cart = { ...cart, discount, coupons: withoutRepeats(coupons) }
    if (change.discount) {
      checkReceiptDiscount(cart, change.discount)
      changed = checkCashierDiscount(agent, tx, actor, { before: cart, after: changed, isGiven: true })
      recordEvent(agent, tx, actor, 'discount_given', {
        linesCount: cart.lines.length,
        ...discountDetails(change.discount),
      })
    }
    if (change.coupons) checkCoupons(agent, cart, changed.coupons)
    return saveChanged(agent, tx, tillId, changed)
  })
}

/** Adds a coupon to the open cart. */
export function showCoupon(agent: RecordingParts, actor: Actor, code: string): Cart {
  const shown = agent.journal.read.carts.findOpen(actor.tillId)?.coupons ?? []
  return changeCart(agent, actor, { coupons: [...shown, code] })
}

const withoutRepeats = (coupons: readonly string[]): string[] =>
  coupons.filter((code, i) => coupons.findIndex((other) => isSameCoupon(other, code)) === i)

/**
 * Checks the coupons that are new in the cart. A coupon already in the cart stays, even if its promotion has
 * ended.
 */
function checkCoupons({ replica }: CartParts, { coupons, isReturn }: Cart, shown: readonly string[]): void {
  if (isReturn && shown.length > 0)
    throw new Problem('not_allowed_here', { detail: 'Coupons apply to sales only' })
  const isNew = (code: string) => !coupons.some((one) => isSameCoupon(one, code))
  const unknown = replica.read((reader) => shown.find((code) => isNew(code) && !knowsCoupon(reader, code)))
  if (unknown === undefined) return
  throw new Problem('coupon_unknown', {
    detail: `No promotion has the coupon ${unknown}`,
    errors: [{ pointer: `#/coupons/${shown.indexOf(unknown)}`, detail: 'is unknown' }],
  })
}
