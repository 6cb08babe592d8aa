import type { Amount } from '#shared/money/decimal.ts'
import { lineSum } from '../line.ts'
import type { CartLine, LineCut } from './model.ts'

/** A line while discounts are taken off it. */
export interface Place {
  line: CartLine
  full: Amount
  /** The most that can still come off. */
  room: number
  cuts: LineCut[]
}

const LEAST_PRICE = 1 as Amount

/** No line goes below its minimum price, nor below the least there is; goods without discounts stay as they are. */
export function placeOf(line: CartLine): Place {
  const full = lineSum(line.quantity, line.price)
  const lowest = lineSum(line.quantity, Math.max(line.minPrice ?? 0, LEAST_PRICE) as Amount)
  const room = line.isDiscountProhibited ? 0 : Math.max(0, full - Math.max(lowest, 1))
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
