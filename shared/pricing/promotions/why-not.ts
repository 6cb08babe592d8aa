import type { Reason } from '#shared/domain/promotion-reasons.ts'
import { lineSum } from '../line.ts'
import type { ActivePromotion, Cart, CartCard, CartLine, CartProgram } from './model.ts'

/** Returns the reason why the promotion does not apply to the cart, or null when it applies. */
export function whyNot(promotion: ActivePromotion, cart: Cart, matched: readonly CartLine[]): Reason | null {
  return (
    whyNotNow(promotion, cart) ??
    whyNotHere(promotion, cart) ??
    whyNotForCard(promotion, cart.card, cart.moment) ??
    whyNotByCoupon(promotion, cart) ??
    whyNotForGoods(promotion, matched)
  )
}

/** True when the promotion includes the product of this line. A line that prohibits discounts never matches. */
export function matches({ conditions: { productIds, groupIds } }: ActivePromotion, line: CartLine): boolean {
  if (line.isDiscountProhibited) return false
  if (productIds.length === 0 && groupIds.length === 0) return true
  return productIds.includes(line.productId) || line.groupIds.some((id) => groupIds.includes(id))
}

interface Timed {
  isActive: boolean
  startsAt: Date | null
  endsAt: Date | null
}

export function whyNotOn({ isActive, startsAt, endsAt }: Timed, moment: Date): Reason | null {
  if (!isActive) return 'inactive'
  if (startsAt && moment < startsAt) return 'not_begun'
  return endsAt && moment >= endsAt ? 'over' : null
}

export const isOn = (program: CartProgram, moment: Date): boolean => whyNotOn(program, moment) === null

function whyNotNow(promotion: ActivePromotion, { moment, timeZone }: Cart): Reason | null {
  const { daysOfWeek, timeFrom, timeTo } = promotion
  const off = whyNotOn(promotion, moment)
  if (off) return off
  if (daysOfWeek.length === 0 && timeFrom === null) return null
  const { weekday, time } = shopClock(moment, timeZone)
  const isNight = timeFrom !== null && timeTo !== null && timeTo < timeFrom
  // After midnight, a night period still belongs to the previous day.
  const isAfterMidnight = isNight && time < timeTo
  const day = isAfterMidnight ? ((weekday + 5) % 7) + 1 : weekday
  if (daysOfWeek.length > 0 && !daysOfWeek.includes(day)) return 'other_day'
  if (timeFrom === null || timeTo === null) return null
  const isWithin = isNight ? time >= timeFrom || time < timeTo : time >= timeFrom && time < timeTo
  return isWithin ? null : 'other_hour'
}

function whyNotHere({ storeIds, retailPointIds }: ActivePromotion, cart: Cart): Reason | null {
  const isHere = (ids: readonly string[], id: string) => ids.length === 0 || ids.includes(id)
  return isHere(storeIds, cart.storeId) && isHere(retailPointIds, cart.retailPointId) ? null : 'other_place'
}

function whyNotForCard(
  { requiresCard, programIds, kind }: ActivePromotion,
  card: CartCard | null,
  moment: Date,
): Reason | null {
  if (!requiresCard) return null
  if (!card || !isOn(card.program, moment)) return 'card_needed'
  if (programIds.length > 0 && !programIds.includes(card.program.id)) return 'other_program'
  return kind === 'GiftPoints' && card.program.kind !== 'Bonus' ? 'other_program' : null
}

function whyNotByCoupon({ couponCode }: ActivePromotion, { coupons }: Cart): Reason | null {
  if (couponCode === null) return null
  const plain = (code: string) => code.trim().toLowerCase()
  return coupons.some((coupon) => plain(coupon) === plain(couponCode)) ? null : 'coupon_needed'
}

function whyNotForGoods({ conditions }: ActivePromotion, matched: readonly CartLine[]): Reason | null {
  const { minQuantity, minAmount } = conditions
  if (matched.length === 0) return 'no_goods'
  const total = (of: (line: CartLine) => number) => matched.reduce((sum, line) => sum + of(line), 0)
  if (minQuantity !== null && total(({ quantity }) => quantity) < minQuantity) return 'too_few'
  const isTooLittle =
    minAmount !== null && total(({ quantity, price }) => lineSum(quantity, price)) < minAmount
  return isTooLittle ? 'too_little' : null
}

const formats = new Map<string, Intl.DateTimeFormat>()
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Returns the weekday (1 is Monday) and the time, such as 09:30, in the time zone of the store. */
function shopClock(moment: Date, timeZone: string): { weekday: number; time: string } {
  let format = formats.get(timeZone)
  if (!format) {
    const parts = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
    format = new Intl.DateTimeFormat('en-GB', { ...parts, timeZone })
    formats.set(timeZone, format)
  }
  const part = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]))
  return { weekday: WEEKDAYS.indexOf(part.weekday ?? '') + 1, time: `${part.hour}:${part.minute}` }
}
