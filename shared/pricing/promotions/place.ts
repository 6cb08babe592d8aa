import type { ZeroLines } from '#shared/domain/zero-lines.ts'
import type { Amount } from '#shared/money/decimal.ts'
import { lineSum } from '../line.ts'
import { lowestSum } from '../lowest-sum.ts'
import type { CartLine, LineCut } from './model.ts'

/** State of a line during the calculation of its discounts. */
export interface Place {
  line: CartLine
  full: Amount
  /** Maximum of further discounts on the line. */
  room: number
  cuts: LineCut[]
}

/**
 * Returns a line with its maximum discount. The line keeps its minimum price and minimum sum, and a line that
 * prohibits discounts stays unchanged.
 */
export function placeOf(line: CartLine, zeroLines: ZeroLines): Place {
  const full = lineSum(line.quantity, line.price)
  const room = line.isDiscountProhibited ? 0 : Math.max(0, full - lowestSum(line, zeroLines))
  return { line, full, room, cuts: [] }
}

/**
 * Takes off as much of `wanted` as the line allows, and returns that amount. The excess is not moved to other
 * lines.
 */
export function cut(place: Place, what: Omit<LineCut, 'amount'>, wanted: number): number {
  const amount = Math.max(0, Math.min(wanted, place.room)) as Amount
  if (amount === 0) return 0
  place.room -= amount
  place.cuts.push({ ...what, amount })
  return amount
}

const cutsOf = ({ cuts }: Place): number => cuts.reduce((sum, { amount }) => sum + amount, 0)
export const netOf = (place: Place): Amount => (place.full - cutsOf(place)) as Amount
