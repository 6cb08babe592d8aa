import type { ZeroLines } from '#shared/domain/zero-lines.ts'
import {
  type Amount,
  multiplyDivide,
  type Percent,
  type Quantity,
  sumAmounts,
} from '#shared/money/decimal.ts'
import { spread, spreadWithin } from '#shared/money/spread.ts'
import { must } from '#shared/std/must.ts'
import { lineSum, percentOff } from './line.ts'
import { lowestSum } from './lowest-sum.ts'

/** Discount given by a cashier: a percentage or an amount. */
export type ManualDiscount = { percent: Percent } | { amount: Amount }

export interface DiscountableLine {
  quantity: Quantity
  price: Amount
  minPrice: Amount | null
  isDiscountProhibited: boolean
  /** Manual discount of the line itself. */
  discount: ManualDiscount | null
  /** Amount taken off by promotions of lines; 0 when omitted. */
  promoted?: Amount
}

/** Discount limits of a retail point. */
export interface DiscountTerms {
  /** Maximum discount on a line, in percent. */
  maxDiscountPercent: Percent
  zeroLines: ZeroLines
}

/** Discount of a line: its own discount, and its share of the receipt discount. */
export interface LineDiscount {
  own: Amount
  share: Amount
}

const ZERO = 0 as Amount

export const wholeDiscount = ({ own, share }: LineDiscount): Amount => (own + share) as Amount

export function discountLimit(sum: Amount, maxPercent: Percent): Amount {
  return multiplyDivide(sum, maxPercent, 100_00) as Amount
}

/**
 * True when the discount of a line exceeds its limit by more than 0.01. Splitting the discount of a receipt
 * can cause an excess of 0.01.
 */
export function isOverLimit(full: Amount, discount: Amount, maxPercent: Percent): boolean {
  return discount > discountLimit(full, maxPercent) + 1
}

/** Returns the sum, before discounts, of the lines that allow a discount. */
export function discountableSum(lines: readonly DiscountableLine[]): Amount {
  return sumAmounts(lines.filter((line) => !line.isDiscountProhibited).map(fullSum))
}

/**
 * Returns the discount of each line, made up of its own discount and its share of the receipt discount
 * (docs/domain.md#manual-discounts). The receipt discount is split in proportion to the line sums after their
 * own discounts. Remaining steps are given to the largest fractions, among equal fractions to the larger
 * line, then to the first. No line falls below its minimum price or exceeds the limit. When a line cannot
 * take its share of an amount, other lines take the excess; with a percentage they do not. Throws
 * `RangeError` beyond the exact range.
 */
export function manualDiscounts(
  lines: readonly DiscountableLine[],
  ofReceipt: ManualDiscount | null,
  terms: DiscountTerms,
): LineDiscount[] {
  const places = lines.map((line) => placeOf(line, terms))
  const shares = ofReceipt ? split(ofReceipt, places) : []
  return places.map(({ own }, index) => ({ own, share: shares[index] ?? ZERO }))
}

/** Returns the maximum manual discount that keeps the minimum sum of the line. */
function discountRoom(line: DiscountableLine, zeroLines: ZeroLines): Amount {
  if (line.isDiscountProhibited) return ZERO
  return Math.max(0, fullSum(line) - lowestSum(line, zeroLines) - (line.promoted ?? 0)) as Amount
}

/**
 * Returns the maximum discount of each line itself, and the maximum receipt discount in addition to the
 * discounts of lines.
 */
export function mostByHand(
  lines: readonly DiscountableLine[],
  terms: DiscountTerms,
): { ofLines: Amount[]; ofReceipt: Amount } {
  const { maxDiscountPercent, zeroLines } = terms
  const places = lines.map((line) => placeOf(line, terms))
  const allowed = discountLimit(discountableSum(lines), maxDiscountPercent)
  const left = allowed - sumAmounts(places.map(({ own }) => own))
  return {
    ofLines: lines.map(
      (line) =>
        Math.min(discountLimit(fullSum(line), maxDiscountPercent), discountRoom(line, zeroLines)) as Amount,
    ),
    ofReceipt: Math.max(0, Math.min(sumAmounts(places.map(({ room }) => room)), left)) as Amount,
  }
}

interface Place {
  own: Amount
  /** Sum of the line after its own discount. */
  net: Amount
  /** Maximum share of the receipt discount. */
  room: Amount
}

function placeOf(
  line: DiscountableLine,
  { maxDiscountPercent: maxPercent, zeroLines }: DiscountTerms,
): Place {
  const full = fullSum(line)
  if (line.isDiscountProhibited) return { own: ZERO, net: ZERO, room: ZERO }
  const limit = discountLimit(full, maxPercent)
  const above = discountRoom(line, zeroLines)
  const own = line.discount ? Math.min(ownOf(line, line.discount, maxPercent), above) : 0
  const most = own === 0 && maxPercent > 0 ? limit + 1 : limit
  return {
    own: own as Amount,
    net: (full - own) as Amount,
    room: Math.max(0, Math.min(most, above) - own) as Amount,
  }
}

/**
 * Returns the discount of the line itself. A percentage is limited before it is applied, so that the sum
 * matches a document with the maximum percentage.
 */
function ownOf({ quantity, price }: DiscountableLine, discount: ManualDiscount, maxPercent: Percent): number {
  if ('percent' in discount)
    return percentOff(quantity, price, Math.min(discount.percent, maxPercent) as Percent)
  return Math.min(discount.amount, discountLimit(lineSum(quantity, price), maxPercent))
}

function split(discount: ManualDiscount, places: readonly Place[]): Amount[] {
  const inOrder = places
    .map((place, index) => ({ ...place, index }))
    .toSorted((a, b) => b.net - a.net || a.index - b.index)
  const weights = inOrder.map(({ net }) => net)
  const total = amountOf(discount, sumAmounts(weights))
  const rooms = inOrder.map(({ room }) => room)
  const parts = 'percent' in discount ? spread(total, weights) : spreadWithin(total, weights, rooms)
  const shares: Amount[] = []
  for (const [at, { index, room }] of inOrder.entries())
    shares[index] = Math.min(must(parts[at], 'share'), room) as Amount
  return shares
}

function amountOf(discount: ManualDiscount, of: Amount): Amount {
  if ('percent' in discount) return discountLimit(of, discount.percent)
  return Math.min(discount.amount, of) as Amount
}

const fullSum = ({ quantity, price }: DiscountableLine): Amount => lineSum(quantity, price)
