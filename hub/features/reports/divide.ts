import { multiplyDivide } from '#shared/money/decimal.ts'

/** a × b ÷ by, whichever is below 0, rounded half away from zero; 0 where there is nothing to divide by. */
export function divided(a: number, b: number, by: number): number {
  if (by === 0) return 0
  return by > 0 ? multiplyDivide(a, b, by) : multiplyDivide(-a, b, -by)
}

/** To 4 places; 0 where there is nothing to divide by. */
export const ratio = (value: number, by: number): number => divided(value, 10_000, by) / 10_000
