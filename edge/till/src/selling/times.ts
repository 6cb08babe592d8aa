/** The most of one product that is added at once: more is a slip of the finger, or a barcode in the wrong field. */
export const MOST_TIMES = 10_000

/** A quantity with an asterisk behind it, which is for what is scanned or chosen next: `3*`, `1,5*`. */
const TIMES = /^(\d{1,9}(?:[.,]\d{1,3})?)\*$/

/** How many were asked for; null where it is no quantity at all. */
export function readTimes(typed: string): number | null {
  const digits = TIMES.exec(typed.trim())?.[1]
  return digits === undefined ? null : Number(digits.replace(',', '.'))
}

export const isPossible = (times: number): boolean => times > 0 && times <= MOST_TIMES

/** Digits that a person typed into no field, until the asterisk comes; null: they are no part of a quantity. */
export function typedOn(digits: string, typed: string): string | null {
  const text = digits + typed
  return /^\d{1,9}(?:[.,]\d{0,3})?\*?$/.test(text) ? text : null
}
