/** Returns the value, or throws: for what the code around it has already made certain. */
export function must<T>(value: T | null | undefined, what = 'value'): T {
  if (value === null || value === undefined) throw new Error(`${what} is missing`)
  return value
}
