import type { PromotionConditions, PromotionEffect, PromotionKind } from '#shared/domain/promotion.ts'
import type { Reason } from '#shared/domain/promotion-reasons.ts'
import type { ZeroLines } from '#shared/domain/zero-lines.ts'
import type { PercentProgram } from '#shared/loyalty/program-percent.ts'
import type { Amount, Percent, Quantity, Rate } from '#shared/money/decimal.ts'

/** Input of pricing: the lines and everything that affects their prices (docs/domain.md#promotions). */
export interface Cart {
  lines: readonly CartLine[]
  /** Promotions, in any order. */
  promotions: readonly ActivePromotion[]
  /** Loyalty card; null when no card is presented, or when the card is blocked or expired. */
  card: CartCard | null
  coupons: readonly string[]
  moment: Date
  /** Time zone of the store, such as Asia/Almaty. */
  timeZone: string
  storeId: string
  retailPointId: string
  strategy: 'BySum' | 'ByPriority'
  /** Rule for lines of 0 at the retail point; Cent when omitted. */
  zeroLines?: ZeroLines
  /** Version of the arithmetic of an existing sale; the newest when omitted (pricing-version.ts). */
  pricing?: number
  /** Part of the receipt that is paid with points. */
  paidWithPoints?: Amount
}

export interface CartLine {
  productId: string
  /** Group of the product and all its parent groups. */
  groupIds: readonly string[]
  quantity: Quantity
  price: Amount
  /** Minimum price; null when there is none or when it is not enforced. */
  minPrice: Amount | null
  isDiscountProhibited: boolean
  /** True when the quantity is a weight, which has no units to count. */
  isWeighed: boolean
  /** Manual discount given by the cashier. */
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
  /** Points available to spend. */
  balance: Amount
}

export interface Trace {
  kind: 'Promotion' | 'Loyalty'
  /** Id of the promotion or of the card. */
  refId: string
  name: string
  reason: Reason
  /** Amount taken off the receipt. */
  amount: Amount
  /** Points given to the customer. */
  points: Amount
}

/** Discount on a line from one source. */
export interface LineCut {
  kind: 'Promotion' | 'Coupon' | 'Loyalty' | 'Manual'
  scope: 'Line' | 'Receipt'
  refId: string | null
  name: string | null
  amount: Amount
}

export interface PricedCart {
  /** Priced lines, in the order of the cart. */
  lines: { discountAmount: Amount; sum: Amount; cuts: LineCut[]; earnsPoints: boolean }[]
  discountSum: Amount
  sum: Amount
  /**
   * Points earned by the receipt, points given by promotions, the maximum that can be spent, and the amount
   * that this maximum pays.
   */
  points: { earned: Amount; gifted: Amount; maxSpend: Amount; maxPaid: Amount }
  trace: Trace[]
}
