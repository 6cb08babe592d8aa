import type { Cart } from '#shared/contracts/till/till.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import { now } from '../process/time.ts'
import { type Entry, readEntries } from '../world/journal-file.ts'
import type { ShopPromotion } from '../world/offers.ts'
import type { Till } from '../world/till.ts'
import { keyOf, VOUCHER_TERMS } from '../world/vouchers.ts'
import type { World } from '../world/world.ts'

/** Tolerance in ms for a till's estimate of the hub's time, which is inaccurate by the delay of a response. */
const CLOCK_TOLERANCE_MS = 5000

/** Checks right after a change of a cart that the stated reasons for its promotions are correct. */
export function checkOffers(world: World, { name, machine }: Till, { trace, coupons, buyer }: Cart): void {
  // Neither the clock nor the catalog of the till is reliable.
  if (machine.wasSkewed || machine.isDamaged) return
  const known = world.shop.promotions.filter(({ id }) => !world.touched.has(id))
  const stated = trace.flatMap(({ id, reason }) => {
    const promotion = known.find((each) => each.id === id)
    return promotion ? [{ promotion, reason }] : []
  })
  for (const { promotion, reason } of world.coverage.of('offers at tills', stated)) {
    const due = whyNot(promotion, { coupons, hasCard: buyer.card !== null })
    const is = WHY_NOT.find((each) => each === reason) ?? null
    if (due === undefined || due === is) continue
    const what = `${name} says of the promotion ${promotion.kind} ${reason}, and ${due ?? 'nothing'} stands against it`
    world.find({ kind: 'missed', by: 'offers at tills', what })
  }
}

const WHY_NOT = ['over', 'coupon_needed', 'card_needed'] as const

/**
 * Returns the reason why a promotion does not apply. Returns null when that depends on the contents of the
 * cart, and undefined when the promotion is just ending.
 */
function whyNot(
  { endsAt, couponCode, requiresCard }: ShopPromotion,
  { coupons, hasCard }: { coupons: readonly string[]; hasCard: boolean },
): (typeof WHY_NOT)[number] | null | undefined {
  if (endsAt !== null && Math.abs(now() - endsAt) < CLOCK_TOLERANCE_MS) return undefined
  if (endsAt !== null && now() > endsAt) return 'over'
  if (requiresCard && !hasCard) return 'card_needed'
  return couponCode !== null && !coupons.includes(couponCode) ? 'coupon_needed' : null
}

/**
 * Checks right after an offline payment with points that unsent sales of this agent have not spent more of
 * the card's points than allowed.
 */
export function checkSpending(world: World, { name, machine }: Till, { points, buyer }: Cart): void {
  const card = world.shop.cards.find(({ id }) => id === buyer.card?.id)
  const program = world.shop.programs.find(({ id }) => id === card?.programId)
  if (points?.isOnline !== false || !card || !program) return
  if (machine.isDamaged || world.ledger.harmed.has(machine)) return
  for (const { id } of world.coverage.of('points spent offline', [card])) {
    const waiting = readEntries(machine.folder)
      .filter(({ type, isWaiting }) => type === 'sale' && isWaiting)
      .map(({ body }) => JSON.parse(body))
      .filter(({ loyaltyCardId }) => loyaltyCardId === id)
    const spent = waiting.reduce(
      (sum, sale) => sum + (sale.isReturn ? -1 : 1) * Math.round((sale.points?.spent ?? 0) * 100),
      0,
    )
    if (spent <= program.offlineSpendLimit * 100) continue
    const what = `${name} has spent ${spent / 100} points of ${card.cardNumber} offline, ${program.offlineSpendLimit} may be`
    world.find({ kind: 'missed', by: 'points spent offline', what })
  }
}

interface Looked {
  cart: Cart
  /** Journal entries of the agent before and after the request. */
  before: readonly Entry[]
  after: readonly Entry[]
}

/**
 * Checks that a till shows the balance sent by head office minus the points spent by unsent sales. An unsent
 * return gives back the points spent on its receipt, and takes back earned points once head office has the
 * receipt.
 */
export function checkOnTheirWay(
  world: World,
  { name, machine }: Till,
  { cart, before, after }: Looked,
): void {
  const { points, buyer } = cart
  if (!points || points.isOnline || !buyer.card || machine.isDamaged || world.ledger.harmed.has(machine))
    return
  const [waiting, waitsStill] = [before, after].map((entries) =>
    entries.filter(({ type, isWaiting }) => type === 'sale' && isWaiting).map(({ id }) => id),
  )
  // Head office has received some sales in the meantime, so it is unknown which ones the till had included.
  if (String(waiting) !== String(waitsStill)) return
  for (const card of world.coverage.of('points on their way', [buyer.card])) {
    const sales = after
      .filter(({ id }) => waitsStill?.includes(id))
      .map(({ body }) => JSON.parse(body) as SaleBody)
    const cents = (value = 0): number => Math.round(value * 100)
    let left = cents(card.balance)
    for (const sale of sales) {
      if (sale.loyaltyCardId !== card.id || !sale.points) continue
      if (!sale.isReturn) left -= cents(sale.points.spent)
      else {
        left += cents(sale.points.spent)
        if (!sales.some(({ id }) => id === sale.originalSaleId)) left -= cents(sale.points.earned)
      }
    }
    if (cents(points.balance) === left) continue
    const what = `${name} says that ${points.balance} points are left of ${card.cardNumber}, and ${left / 100} are`
    world.find({ kind: 'missed', by: 'points on their way', what })
  }
}

/**
 * Checks right after an offline payment with a voucher that unsent sales of this agent have not spent more of
 * it than unsent sales have loaded onto it, or than the offline limit.
 */
export function checkVoucherSpending(world: World, { name, machine }: Till, number: string): void {
  if (world.ledger.harmed.has(machine)) return
  for (const typed of world.coverage.of('vouchers spent offline', [number])) {
    const key = keyOf(typed)
    const waiting = readEntries(machine.folder)
      .filter(({ type, isWaiting }) => type === 'sale' && isWaiting)
      .map(({ body }) => JSON.parse(body) as SaleBody)
    const sum = (amounts: readonly number[]): number =>
      amounts.reduce((total, amount) => total + Math.round(amount * 100), 0)
    const spent = sum(
      waiting.flatMap(({ isReturn, payments }) =>
        payments.flatMap(({ type, reference, amount }) =>
          type === 'GiftCard' && !isReturn && keyOf(reference ?? '') === key ? amount : [],
        ),
      ),
    )
    const loaded = sum(
      waiting.flatMap(({ isReturn, vouchers = [] }) =>
        vouchers.flatMap((each) =>
          keyOf(each.number) === key ? (isReturn ? -each.amount : each.amount) : [],
        ),
      ),
    )
    const most = loaded > 0 ? loaded : VOUCHER_TERMS.offlineVoucherLimit * 100
    if (spent <= most) continue
    const what = `${name} has spent ${spent / 100} of the voucher ${typed} offline, ${most / 100} may be`
    world.find({ kind: 'missed', by: 'vouchers spent offline', what })
  }
}
