import { type Quantity, quantity, quantityToNumber } from '#shared/money/decimal.ts'

/** Weights of common containers in kilograms: a bag, a small and a large box. */
export const TARES = [0.005, 0.02, 0.05] as const

/**
 * Returns the weight without the container, or null without a weight. The result can be zero or negative when
 * the container is at least as heavy as the total.
 */
export function netWeight(gross: number | null, tare: number | null): number | null {
  return gross === null ? null : quantityToNumber((quantity(gross) - quantity(tare ?? 0)) as Quantity)
}

/** Returns the total weight of several pieces of equal weight. */
export const timesWeight = (one: number, times: number): number =>
  quantityToNumber((quantity(one) * times) as Quantity)
