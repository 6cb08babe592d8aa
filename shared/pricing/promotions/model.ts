import type { ZeroLines } from '#shared/contracts/catalog/retail-points.ts'
import type {
  PromotionConditions,
  PromotionEffect,
  PromotionKind,
} from '#shared/contracts/loyalty/promotions.ts'
import type { PercentProgram } from '#shared/loyalty/program-percent.ts'
import type { Amount, Percent, Quantity, Rate } from '#shared/money/decimal.ts'

/** What is to be priced, with all that decides about it (docs/domain.md#promotions). */
export interface Cart {
  lines: readonly CartLine[]
  /** In any order. */
  promotions: readonly ActivePromotion[]
  /** null: none is shown. One that is blocked or has expired is none. */
  card: CartCard | null
  coupons: readonly string[]
  moment: Date
  /** Of the shop, such as Asia/Almaty. */
  timeZone: string
  storeId: string
  retailPointId: string
  strategy: 'BySum' | 'ByPriority'
  /** Of the retail point; left out: Cent. */
  zeroLines?: ZeroLines
  /** The arithmetic of another version, of a sale that was made by it; left out: the newest (pricing-version.ts). */
  pricing?: number
  /** What of the receipt points are to pay. */
  paidWithPoints?: Amount
}

export interface CartLine {
  productId: string
  /** Its group and those above. */
  groupIds: readonly string[]
  quantity: Quantity
  price: Amount
  /** null: it has none, or nobody is held to it. */
  minPrice: Amount | null
  isDiscountProhibited: boolean
  /** Its quantity is a weight: it has no units to be counted. */
  isWeighed: boolean
  /** What the cashier takes off. */
  manual?: Amount
}

export interface ActivePromotion {
  id: string
  name: string
  isActive: boolean
  priority: number
  startsAt: Date | null
  endsAt: Date | null
  daysOfWeek: readonly number[]
  timeFrom: string | null
  timeTo: string | null
  storeIds: readonly string[]
  retailPointIds: readonly string[]
  requiresCard: boolean
  programIds: readonly string[]
  kind: PromotionKind
  conditions: PromotionConditions
  effect: PromotionEffect
  combinable: boolean
  maxPerReceipt: number | null
  couponCode: string | null
}

export interface CartProgram extends PercentProgram {
  id: string
  name: string
  isActive: boolean
  startsAt: Date | null
  endsAt: Date | null
  earnPercent: Percent
  pointStep: 'Hundredth' | 'Whole'
  spendRate: Rate
  maxSpendPercent: Percent
  earnOnBonusPaidPart: boolean
  excludedGroupIds: readonly string[]
  excludeDiscountedLines: boolean
}

export interface CartCard {
  id: string
  program: CartProgram
  turnover: Amount
  /** Points that can be spent. */
  balance: Amount
}

/** Why a promotion or a card has given what it gives. */
export const REASONS = [
  'applied',
  'inactive',
  'not_begun',
  'over',
  'other_day',
  'other_hour',
  'other_place',
  'card_needed',
  'other_program',
  'coupon_needed',
  'no_goods',
  'too_few',
  'too_little',
  /** Older tills give this reason. */
  'price_unknown',
  'better_one',
  'nothing_off',
] as const
export type Reason = (typeof REASONS)[number]

export interface Trace {
  kind: 'Promotion' | 'Loyalty'
  /** Of the promotion or the card. */
  refId: string
  name: string
  reason: Reason
  /** What it takes off the receipt. */
  amount: Amount
  /** What it gives in points. */
  points: Amount
}

/** Something that takes an amount off a line. */
export interface LineCut {
  kind: 'Promotion' | 'Coupon' | 'Loyalty' | 'Manual'
  scope: 'Line' | 'Receipt'
  refId: string | null
  name: string | null
  amount: Amount
}

export interface PricedCart {
  /** In the order of the cart. */
  lines: { discountAmount: Amount; sum: Amount; cuts: LineCut[]; earnsPoints: boolean }[]
  discountSum: Amount
  sum: Amount
  /** Points: those that the receipt earns, those given by promotions, and the most that may be spent. */
  points: { earned: Amount; gifted: Amount; maxSpend: Amount; maxPaid: Amount }
  trace: Trace[]
}
