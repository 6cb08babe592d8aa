import { MOST_TIMES } from '#shared/contracts/till/till.ts'
import type { LineToAdd } from '../cart/missing-figure.ts'

/** A quantity with an asterisk, such as `3*` or `1,5*`. It applies to the next scanned or selected product. */
const TIMES = /^(\d{1,9}(?:[.,]\d{1,3})?)\*$/

/** Parses a quantity that ends with an asterisk. Returns null for other text. */
export function readTimes(typed: string): number | null {
  const digits = TIMES.exec(typed.trim())?.[1]
  return digits === undefined ? null : Number(digits.replace(',', '.'))
}

export const isPossible = (times: number): boolean => times > 0 && times <= MOST_TIMES

/**
 * Input typed before a product: a whole number of repetitions (for weighed goods, the number of pieces of
 * equal weight), or a fraction as the quantity.
 */
export type TypedQuantity = Pick<LineToAdd, 'times' | 'quantity'>

export const typedQuantityOf = (times: number | null): TypedQuantity => {
  if (times === null) return {}
  return Number.isInteger(times) ? { times } : { quantity: times }
}

/** Returns the keys typed outside of fields so far, up to the asterisk. Null when they are not part of a quantity. */
export function typedOn(digits: string, typed: string): string | null {
  const text = digits + typed
  return /^\d{1,9}(?:[.,]\d{0,3})?\*?$/.test(text) ? text : null
}
