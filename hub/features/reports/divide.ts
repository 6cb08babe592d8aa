import { multiplyDivide } from '#shared/money/decimal.ts'

/** Returns a × b ÷ by, rounded half away from zero, for any signs. Returns 0 when `by` is 0. */
export function divided(a: number, b: number, by: number): number {
  if (by === 0) return 0
  return by > 0 ? multiplyDivide(a, b, by) : multiplyDivide(-a, b, -by)
}

/** Returns the ratio to 4 decimal places, or 0 when `by` is 0. */
export const ratio = (value: number, by: number): number => divided(value, 10_000, by) / 10_000
