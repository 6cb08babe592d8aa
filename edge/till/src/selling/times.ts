import { MOST_TIMES } from '#shared/contracts/till/till.ts'
import type { LineToAdd } from '../cart/missing-figure.ts'

/** A quantity with an asterisk, which applies to the next scanned or chosen product: `3*`, `1,5*`. */
const TIMES = /^(\d{1,9}(?:[.,]\d{1,3})?)\*$/

/** Reads a quantity; null when it is not one. */
export function readTimes(typed: string): number | null {
  const digits = TIMES.exec(typed.trim())?.[1]
  return digits === undefined ? null : Number(digits.replace(',', '.'))
}

export const isPossible = (times: number): boolean => times > 0 && times <= MOST_TIMES

/**
 * Input before a product: a whole number of repetitions (for weighed goods, of pieces with the same weight),
 * or a fraction as quantity.
 */
export type TypedQuantity = Pick<LineToAdd, 'times' | 'quantity'>

export const typedQuantityOf = (times: number | null): TypedQuantity => {
  if (times === null) return {}
  return Number.isInteger(times) ? { times } : { quantity: times }
}

/** Returns the digits typed outside of fields, until the asterisk; null: they are not part of a quantity. */
export function typedOn(digits: string, typed: string): string | null {
  const text = digits + typed
  return /^\d{1,9}(?:[.,]\d{0,3})?\*?$/.test(text) ? text : null
}
