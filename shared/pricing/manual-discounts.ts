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

/** Discount by a cashier: a percentage or an amount. */
export type ManualDiscount = { percent: Percent } | { amount: Amount }

export interface DiscountableLine {
  quantity: Quantity
  price: Amount
  minPrice: Amount | null
  isDiscountProhibited: boolean
  /** Own discount of the line. */
  discount: ManualDiscount | null
  /** Amount already taken off by promotions of lines; omitted: 0. */
  promoted?: Amount
}

/** Limits of a retail point. */
export interface DiscountTerms {
  /** Maximum discount on a line. */
  maxDiscountPercent: Percent
  zeroLines: ZeroLines
}

/** Discount of a line: its own, and its share of that of the receipt. */
export interface LineDiscount {
  own: Amount
  share: Amount
}

const ZERO = 0 as Amount

export const wholeDiscount = ({ own, share }: LineDiscount): Amount => (own + share) as Amount

/** Returns the maximum discount on a sum for a maximum percentage. */
export function discountLimit(sum: Amount, maxPercent: Percent): Amount {
  return multiplyDivide(sum, maxPercent, 100_00) as Amount
}

/**
 * True when a line has more than the allowed discount. One step of excess is tolerated, since splitting the
 * discount of a receipt may cause it.
 */
export function isOverLimit(full: Amount, discount: Amount, maxPercent: Percent): boolean {
  return discount > discountLimit(full, maxPercent) + 1
}

/** Returns the sum of the lines that allow a discount, before discounts. */
export function discountableSum(lines: readonly DiscountableLine[]): Amount {
  return sumAmounts(lines.filter((line) => !line.isDiscountProhibited).map(fullSum))
}

/**
 * Returns the discount of each line, from its own and from that of the whole receipt
 * (docs/domain.md#manual-discounts). The latter is split by the sums of lines less their own discounts, to
 * the largest fractions, of equal ones to the larger line, then to the first. No line goes below its minimum
 * price or over the limit. With an amount the other lines take the excess of one line, so that the greatest
 * possible amount is taken off; with a percentage they do not. Throws `RangeError` beyond the exact range.
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

/** Returns the maximum manual discount of a line that keeps its minimum sum. */
function discountRoom(line: DiscountableLine, zeroLines: ZeroLines): Amount {
  if (line.isDiscountProhibited) return ZERO
  return Math.max(0, fullSum(line) - lowestSum(line, zeroLines) - (line.promoted ?? 0)) as Amount
}

/** Returns the maximum own discount of each line, and the maximum of the receipt in addition to the own discounts. */
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
  /** Sum of the line less its own discount. */
  net: Amount
  /** Maximum share of the discount of the receipt. */
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
 * Returns the own discount. For a percentage the percentage itself is limited, so that the maximum gives the
 * same sum as in a document.
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

/** Returns the amount of a discount, limited to the sum. */
function amountOf(discount: ManualDiscount, of: Amount): Amount {
  if ('percent' in discount) return discountLimit(of, discount.percent)
  return Math.min(discount.amount, of) as Amount
}

const fullSum = ({ quantity, price }: DiscountableLine): Amount => lineSum(quantity, price)
