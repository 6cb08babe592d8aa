import type { ZeroLines } from '#shared/contracts/catalog/retail-points.ts'
import { spread, spreadWithin } from '#shared/documents/spread.ts'
import {
  type Amount,
  multiplyDivide,
  type Percent,
  type Quantity,
  sumAmounts,
} from '#shared/money/decimal.ts'
import { must } from '#shared/std/must.ts'
import { lineSum, percentOff } from './line.ts'
import { lowestSum } from './lowest-sum.ts'

/** As a cashier gives it: a percentage or a sum. */
export type ManualDiscount = { percent: Percent } | { amount: Amount }

export interface DiscountableLine {
  quantity: Quantity
  price: Amount
  minPrice: Amount | null
  isDiscountProhibited: boolean
  /** Its own. */
  discount: ManualDiscount | null
  /** The sum that promotions of lines take off it before; left out: 0. */
  promoted?: Amount
}

/** The limits of a retail point. */
export interface DiscountTerms {
  /** The most that may come off a line. */
  maxDiscountPercent: Percent
  zeroLines: ZeroLines
}

/** What comes off a line: by its own discount, and as its share of that of the receipt. */
export interface LineDiscount {
  own: Amount
  share: Amount
}

const ZERO = 0 as Amount

export const wholeDiscount = ({ own, share }: LineDiscount): Amount => (own + share) as Amount

/** The most that may come off a sum where so many percent are allowed. */
export function discountLimit(sum: Amount, maxPercent: Percent): Amount {
  return multiplyDivide(sum, maxPercent, 100_00) as Amount
}

/** More came off a line than is allowed; the least step more is what splitting the discount of a receipt may make. */
export function isOverLimit(full: Amount, discount: Amount, maxPercent: Percent): boolean {
  return discount > discountLimit(full, maxPercent) + 1
}

/** The sum of the lines that allow a discount, before discounts. */
export function discountableSum(lines: readonly DiscountableLine[]): Amount {
  return sumAmounts(lines.filter((line) => !line.isDiscountProhibited).map(fullSum))
}

/**
 * What the discounts of the lines and that of the whole receipt take off each line (docs/domain.md#manual-discounts).
 * That of the receipt is split by what its lines come to less their own, to the largest remainders, of equal ones to
 * the larger line, then to the first. No line goes below its minimum price nor over the limit. Of a sum the other lines take what
 * one cannot, so that the greatest possible sum comes off; of a percentage no other takes it. Throws RangeError past the exact
 * range.
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

/** The most that can come off a line by hand: it stays at the least that it may come to. */
function discountRoom(line: DiscountableLine, zeroLines: ZeroLines): Amount {
  if (line.isDiscountProhibited) return ZERO
  return Math.max(0, fullSum(line) - lowestSum(line, zeroLines) - (line.promoted ?? 0)) as Amount
}

/** The most that the discount of a line can be, and that of the receipt with what the lines have of their own. */
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
  /** What the line comes to less its own discount. */
  net: Amount
  /** The most that it can take of the discount of the receipt. */
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

/** Of a percentage the percentage is limited, so that the largest one comes to the same money as in a document. */
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

/** Not more than there is. */
function amountOf(discount: ManualDiscount, of: Amount): Amount {
  if ('percent' in discount) return discountLimit(of, discount.percent)
  return Math.min(discount.amount, of) as Amount
}

const fullSum = ({ quantity, price }: DiscountableLine): Amount => lineSum(quantity, price)
