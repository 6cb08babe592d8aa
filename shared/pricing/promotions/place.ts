import type { ZeroLines } from '#shared/contracts/catalog/retail-points.ts'
import type { Amount } from '#shared/money/decimal.ts'
import { lineSum } from '../line.ts'
import { lowestSum } from '../lowest-sum.ts'
import type { CartLine, LineCut } from './model.ts'

/** A line while discounts are taken off it. */
export interface Place {
  line: CartLine
  full: Amount
  /** The most that can still come off. */
  room: number
  cuts: LineCut[]
}

/** No line goes below its minimum price, nor below the least there is; goods without discounts stay as they are. */
export function placeOf(line: CartLine, zeroLines: ZeroLines): Place {
  const full = lineSum(line.quantity, line.price)
  const room = line.isDiscountProhibited ? 0 : Math.max(0, full - lowestSum(line, zeroLines))
  return { line, full, room, cuts: [] }
}

/** Takes off what there is room for, and answers how much that was; what there is no room for goes to no other line. */
export function cut(place: Place, what: Omit<LineCut, 'amount'>, wanted: number): number {
  const amount = Math.max(0, Math.min(wanted, place.room)) as Amount
  if (amount === 0) return 0
  place.room -= amount
  place.cuts.push({ ...what, amount })
  return amount
}

export const cutsOf = ({ cuts }: Place): number => cuts.reduce((sum, { amount }) => sum + amount, 0)
export const netOf = (place: Place): Amount => (place.full - cutsOf(place)) as Amount
