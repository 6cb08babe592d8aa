import type { Reason } from '#shared/domain/promotion-reasons.ts'
import { programPercent } from '#shared/loyalty/program-percent.ts'
import { type Amount, multiplyDivide, type Percent, sumAmounts } from '#shared/money/decimal.ts'
import { spread } from '#shared/money/spread.ts'
import { must } from '#shared/std/must.ts'
import { type Applicant, choose, percentBetween, type Share, sumOf } from './choose.ts'
import type { ActivePromotion, Cart, LineCut, PricedCart, Trace } from './model.ts'
import { cut, netOf, type Place, placeOf } from './place.ts'
import { earnedPoints, earnsPoints, isExcluded, spendingLimit } from './points.ts'
import { inOrder } from './promotion-order.ts'
import { type Candidate, savingsOf } from './savings.ts'
import { isOn, matches, whyNot, whyNotOn } from './why-not.ts'

const NONE = 0 as Amount

/**
 * Prices a cart with promotions and a loyalty card (docs/domain.md#promotions). Discounts apply in this
 * order: promotions of lines, the card, the cashier, promotions of the whole receipt. Till and hub use this
 * function and get the same result for the same cart. Sums exclude VAT that is added to prices.
 */
export function priceCart(cart: Cart): PricedCart {
  const places = cart.lines.map((line) => placeOf(line, cart.zeroLines ?? 'Cent'))
  const trace = new Map<string, Trace>()
  const applicants = inOrder(cart.promotions).flatMap((promotion) => {
    const lines = linesOf(promotion, cart)
    const reason = whyNot(
      promotion,
      cart,
      lines.map(({ line }) => line),
    )
    note(trace, promotion, reason ?? 'nothing_off')
    return reason ? [] : [{ promotion, lines }]
  })
  const ofLines = reduceLines(cart, places, applicants, trace)
  takeByHand(places)
  reduceReceipt(places, applicants, trace)
  const gifted = giftPoints(applicants, trace)
  return summed(cart, places, gifted, [...trace.values(), ...ofLines])
}

/** Returns the lines to which a promotion applies. A bundle applies only to its components. */
function linesOf(promotion: ActivePromotion, { lines }: Cart): Candidate[] {
  const parts = promotion.kind === 'BundlePrice' ? promotion.effect.bundle : undefined
  return lines
    .map((line, index) => ({ line, index }))
    .filter(({ line }) => matches(promotion, line))
    .filter(({ line }) => !parts || parts.some(({ productId }) => productId === line.productId))
}

type Counting = Pick<Applicant, 'promotion' | 'lines'>

/** Applies promotions and the card to lines. Returns the trace of the card. */
function reduceLines(
  cart: Cart,
  places: readonly Place[],
  counting: readonly Counting[],
  trace: Map<string, Trace>,
): Trace[] {
  const applicants: Applicant[] = []
  for (const { promotion, lines } of counting) {
    const savings = savingsOf(promotion, lines, cart.pricing)
    if (savings.size > 0) applicants.push({ promotion, lines, savings })
  }
  const chosen = choose(applicants, cart.pricing)
  const wanted = new Map(applicants.map(({ promotion }) => [promotion.id, promotion]))
  const card = cardPercent(cart)
  let byCard = 0
  for (const [index, place] of places.entries()) {
    const shares = chosen.get(index) ?? []
    const isReduced = shares.length > 0
    const percent = card && !isExcluded(card.program, place.line, isReduced) ? card.percent : (0 as Percent)
    const before = percentsOf(shares)
    const alone = percentBetween(place.line, 0, percent)
    const isCardBest = cart.strategy === 'ByPriority' && alone > sumOf(shares)
    if (!isCardBest)
      for (const { promotion, amount } of shares)
        noteAmount(trace, promotion, cut(place, cutBy(promotion, 'Line'), amount))
    if (!card || percent === 0) continue
    if (isCardBest || shares.length === 0) byCard += cut(place, cutByCard(card), alone)
    else if (cart.strategy === 'BySum') {
      const after = Math.min(before + percent, 100_00)
      byCard += cut(place, cutByCard(card), percentBetween(place.line, before, after))
    }
  }
  for (const promotion of wanted.values())
    if (must(trace.get(promotion.id)).amount === 0)
      note(trace, promotion, whyNothing(promotion, places, applicants))
  return cardTrace(cart, card, byCard)
}

/**
 * Returns the reason why a promotion saves nothing: other promotions save more, or the lines are at their
 * minimum price.
 */
function whyNothing(
  promotion: ActivePromotion,
  places: readonly Place[],
  applicants: readonly Applicant[],
): Reason {
  const { savings } = must(
    applicants.find((each) => each.promotion === promotion),
    promotion.name,
  )
  return [...savings.keys()].some((index) => must(places[index]).cuts.length > 0)
    ? 'better_one'
    : 'nothing_off'
}

/**
 * Returns the sum of the promotion percentages on a line, at most 100 %. The percentage of the card is added
 * to it.
 */
function percentsOf(shares: readonly Share[]): number {
  const percents = shares.map(({ promotion: { kind, effect } }) =>
    kind === 'PercentDiscount' ? (effect.percent ?? 0) : 0,
  )
  return Math.min(
    percents.reduce<number>((sum, percent) => sum + percent, 0),
    100_00,
  )
}

type Card = NonNullable<Cart['card']> & { percent: Percent }

function cardPercent({ card, moment }: Cart): Card | null {
  if (!card || !isOn(card.program, moment)) return null
  return { ...card, percent: programPercent(card.program, card.turnover) }
}

function cardTrace(cart: Cart, card: Card | null, amount: number): Trace[] {
  if (!cart.card) return []
  const { id, program } = cart.card
  const off = whyNotOn(program, cart.moment)
  const nothing = card && card.percent > 0 ? 'better_one' : 'nothing_off'
  const reason = off ?? (amount > 0 ? 'applied' : nothing)
  return [{ kind: 'Loyalty', refId: id, name: program.name, reason, amount: amount as Amount, points: NONE }]
}

function takeByHand(places: readonly Place[]): void {
  const what = { kind: 'Manual', scope: 'Line', refId: null, name: null } as const
  for (const place of places) cut(place, what, place.line.manual ?? 0)
}

/**
 * Applies receipt promotions to the remaining sum. A promotion that is not combinable competes with all
 * combinable ones together.
 */
function reduceReceipt(
  places: readonly Place[],
  counting: readonly Counting[],
  trace: Map<string, Trace>,
): void {
  const sum = sumAmounts(places.map(netOf))
  const offers: { promotion: ActivePromotion; of: Place[]; amount: number }[] = []
  for (const { promotion, lines } of counting) {
    if (promotion.kind !== 'ReceiptThreshold') continue
    const { threshold, percent, amount } = promotion.effect
    const of = lines.map(({ index }) => must(places[index]))
    const base = sumAmounts(of.map(netOf))
    if (sum < (threshold ?? 0)) note(trace, promotion, 'too_little')
    else {
      const wanted = percent === null ? (amount ?? 0) : multiplyDivide(base, percent, 100_00)
      offers.push({ promotion, of, amount: Math.min(wanted, base) })
    }
  }
  const combined = offers.filter(({ promotion }) => promotion.combinable)
  let best = combined
  const total = (some: typeof offers) => some.reduce((all, { amount }) => all + amount, 0)
  for (const offer of offers) if (!offer.promotion.combinable && offer.amount > total(best)) best = [offer]
  const nets = new Map(places.map((place) => [place, netOf(place)]))
  for (const { promotion, of, amount } of best) {
    const inOrder = of.toSorted((a, b) => must(nets.get(b)) - must(nets.get(a)))
    const parts = spread(
      amount as Amount,
      inOrder.map((place) => must(nets.get(place))),
    )
    for (const [i, place] of inOrder.entries())
      noteAmount(trace, promotion, cut(place, cutBy(promotion, 'Receipt'), must(parts[i])))
  }
  for (const offer of offers) if (!best.includes(offer)) note(trace, offer.promotion, 'better_one')
}

function giftPoints(counting: readonly Counting[], trace: Map<string, Trace>): Amount {
  let gifted = 0
  for (const { promotion } of counting) {
    if (promotion.kind !== 'GiftPoints') continue
    const points = promotion.effect.points ?? NONE
    gifted += points
    trace.set(promotion.id, { ...must(trace.get(promotion.id)), reason: 'applied', points })
  }
  return gifted as Amount
}

function summed(cart: Cart, places: readonly Place[], gifted: Amount, trace: Trace[]): PricedCart {
  const { card, moment } = cart
  const hasPoints = card !== null && card.program.kind === 'Bonus' && isOn(card.program, moment)
  const lines = places.map((place) => {
    const sum = netOf(place)
    const earns = hasPoints && earnsPoints(card.program, place)
    return { discountAmount: (place.full - sum) as Amount, sum, cuts: place.cuts, earnsPoints: earns }
  })
  const sum = sumAmounts(lines.map((line) => line.sum))
  return {
    lines,
    discountSum: sumAmounts(lines.map((line) => line.discountAmount)),
    sum,
    points: hasPoints
      ? {
          earned: earnedPoints(cart, card.program, places),
          gifted,
          ...spendingLimit(card.program, card.balance, sum),
        }
      : { earned: NONE, gifted: NONE, maxSpend: NONE, maxPaid: NONE },
    trace,
  }
}

function cutBy({ id, name, couponCode }: ActivePromotion, scope: LineCut['scope']): Omit<LineCut, 'amount'> {
  return { kind: couponCode === null ? 'Promotion' : 'Coupon', scope, refId: id, name }
}

const cutByCard = ({ id, program }: Card): Omit<LineCut, 'amount'> => ({
  kind: 'Loyalty',
  scope: 'Line',
  refId: id,
  name: program.name,
})

function note(trace: Map<string, Trace>, { id, name }: ActivePromotion, reason: Reason): void {
  trace.set(id, { kind: 'Promotion', refId: id, name, reason, amount: NONE, points: NONE })
}

function noteAmount(trace: Map<string, Trace>, promotion: ActivePromotion, amount: number): void {
  if (amount === 0) return
  const noted = must(trace.get(promotion.id))
  trace.set(promotion.id, { ...noted, reason: 'applied', amount: (noted.amount + amount) as Amount })
}
