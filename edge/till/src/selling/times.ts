import { MOST_TIMES } from '#shared/contracts/till/till.ts'
import type { LineToAdd } from '../cart/missing-figure.ts'

/** A quantity with an asterisk behind it, which is for what is scanned or chosen next: `3*`, `1,5*`. */
const TIMES = /^(\d{1,9}(?:[.,]\d{1,3})?)\*$/

/** How many were asked for; null where it is no quantity at all. */
export function readTimes(typed: string): number | null {
  const digits = TIMES.exec(typed.trim())?.[1]
  return digits === undefined ? null : Number(digits.replace(',', '.'))
}

export const isPossible = (times: number): boolean => times > 0 && times <= MOST_TIMES

/** What was asked for before a product: whole times (of what is weighed, pieces of one weight), or a part of a unit. */
export type Asked = Pick<LineToAdd, 'times' | 'quantity'>

export const askedOf = (times: number | null): Asked => {
  if (times === null) return {}
  return Number.isInteger(times) ? { times } : { quantity: times }
}

/** Digits that a person typed into no field, until the asterisk comes; null: they are no part of a quantity. */
export function typedOn(digits: string, typed: string): string | null {
  const text = digits + typed
  return /^\d{1,9}(?:[.,]\d{0,3})?\*?$/.test(text) ? text : null
}
