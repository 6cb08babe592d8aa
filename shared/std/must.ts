/**
 * Returns the value, or throws when it is missing. Use it for values that the surrounding code has already
 * checked.
 */
export function must<T>(value: T | null | undefined, what = 'value'): T {
  if (value === null || value === undefined) throw new Error(`${what} is missing`)
  return value
}
