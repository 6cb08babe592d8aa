/** Returns the value, or throws: for values that the surrounding code has already ensured. */
export function must<T>(value: T | null | undefined, what = 'value'): T {
  if (value === null || value === undefined) throw new Error(`${what} is missing`)
  return value
}
