import type { PromotionEffect } from '#shared/domain/promotion.ts'
import { type Amount, amount, type Percent, percent, quantity, rate } from '#shared/money/decimal.ts'
import type { ActivePromotion, Cart, CartLine, CartProgram } from '#shared/pricing/promotions/model.ts'
import { must } from '#shared/std/must.ts'
import type { Random } from './random.ts'

const NO_EFFECT: PromotionEffect = {
  percent: null,
  amount: null,
  isPerUnit: true,
  price: null,
  buyQuantity: null,
  getQuantity: null,
  everyNth: null,
  bundle: [],
  threshold: null,
  points: null,
}

/** Returns a cart line. `price` is in major units. */
export const cartLine = (productId: string, price: number, more: Partial<CartLine> = {}): CartLine => ({
  productId,
  groupIds: [],
  quantity: quantity(1),
  price: amount(price),
  minPrice: null,
  isDiscountProhibited: false,
  isWeighed: false,
  ...more,
})

type Some = Partial<Omit<ActivePromotion, 'effect' | 'conditions'>> & {
  effect?: Partial<PromotionEffect>
  conditions?: Partial<ActivePromotion['conditions']>
}

/** Returns a promotion without limits to customers, stores or times. */
export const promotion = (id: string, { effect, conditions, ...more }: Some): ActivePromotion => ({
  id,
  name: id,
  isActive: true,
  priority: 0,
  startsAt: null,
  endsAt: null,
  daysOfWeek: [],
  timeFrom: null,
  timeTo: null,
  storeIds: [],
  retailPointIds: [],
  requiresCard: false,
  programIds: [],
  kind: 'PercentDiscount',
  combinable: true,
  maxPerReceipt: null,
  couponCode: null,
  ...more,
  conditions: { productIds: [], groupIds: [], minQuantity: null, minAmount: null, ...conditions },
  effect: { ...NO_EFFECT, ...effect },
})

export const cartProgram = (more: Partial<CartProgram>): CartProgram => ({
  id: 'program',
  name: 'Club',
  isActive: true,
  startsAt: null,
  endsAt: null,
  kind: 'Bonus',
  discountPercent: percent(0),
  levels: [],
  earnPercent: percent(5),
  pointStep: 'Hundredth',
  spendRate: rate(1),
  maxSpendPercent: percent(50),
  earnOnBonusPaidPart: false,
  excludedGroupIds: [],
  excludeDiscountedLines: false,
  ...more,
})

export const cartOf = (lines: CartLine[], more: Partial<Cart> = {}): Cart => ({
  lines,
  promotions: [],
  card: null,
  coupons: [],
  moment: new Date('2026-01-31T09:00:00Z'),
  timeZone: 'Asia/Almaty',
  storeId: 'store',
  retailPointId: 'point',
  strategy: 'BySum',
  ...more,
})

export function randomCart(random: Random): Cart {
  const count = 1 + random.below(8)
  const lines = Array.from({ length: count }, () => {
    const price = (1 + random.below(20_000)) as Amount
    const isWeighed = random.below(4) === 0
    return cartLine(`p${random.below(5)}`, 1, {
      price,
      isWeighed,
      groupIds: [`g${random.below(3)}`],
      isDiscountProhibited: random.below(6) === 0,
      quantity: quantity(isWeighed ? (1 + random.below(3000)) / 1000 : 1 + random.below(6)),
      minPrice: random.below(3) === 0 ? (random.below(price) as Amount) : null,
      ...(random.below(3) === 0 && { manual: random.below(2000) as Amount }),
    })
  })
  const program = cartProgram({
    kind: random.pick(['DiscountPercent', 'Accumulative', 'Bonus'] as const),
    discountPercent: percentBelow(random),
    levels: [{ fromAmount: amount(10), percent: percentBelow(random) }],
    excludeDiscountedLines: random.below(2) === 0,
    earnPercent: percentBelow(random),
    excludedGroupIds: random.below(2) === 0 ? ['g1'] : [],
    pointStep: random.pick(['Hundredth', 'Whole'] as const),
    spendRate: rate(random.pick([1, 0.3, 7.77])),
    maxSpendPercent: percentBelow(random),
  })
  return cartOf(lines, {
    promotions: Array.from({ length: random.below(7) }, (_, i) => randomPromotion(random, `promotion ${i}`)),
    card:
      random.below(2) === 0
        ? null
        : {
            id: 'card',
            program,
            turnover: amount(random.below(20)),
            balance: random.below(50_000) as Amount,
          },
    strategy: random.pick(['BySum', 'ByPriority'] as const),
    paidWithPoints: random.below(500) as Amount,
  })
}

const percentBelow = (random: Random): Percent => (1 + random.below(10_000)) as Percent

/** Returns a random promotion. `goods` are the products of a possible bundle. */
export function randomPromotion(random: Random, id: string, goods = ['p0', 'p1']): ActivePromotion {
  const off = percentBelow(random)
  const some = (1 + random.below(5000)) as Amount
  const bundle = [
    { productId: must(goods[0]), quantity: 1 },
    { productId: must(goods[1]), quantity: 1 + random.below(2) },
  ]
  const kinds: Some[] = [
    { kind: 'PercentDiscount', effect: { percent: off } },
    { kind: 'AmountDiscount', effect: { amount: some, isPerUnit: random.below(2) === 0 } },
    { kind: 'SpecialPrice', effect: { price: some } },
    { kind: 'BuyXGetY', effect: { buyQuantity: 1 + random.below(3), getQuantity: 1, percent: off } },
    { kind: 'NthItemDiscount', effect: { everyNth: 2 + random.below(3), percent: off } },
    { kind: 'BundlePrice', effect: { bundle, price: some } },
    { kind: 'ReceiptThreshold', effect: { threshold: some, percent: off } },
    { kind: 'ReceiptThreshold', effect: { threshold: some, amount: some } },
    { kind: 'GiftPoints', effect: { points: some }, requiresCard: true },
  ]
  return promotion(id, {
    ...random.pick(kinds),
    priority: random.below(3),
    combinable: random.below(2) === 0,
    conditions: random.below(2) === 0 ? { groupIds: ['g0'] } : {},
  })
}
