import { type Quantity, quantity, quantityToNumber } from '#shared/money/decimal.ts'

/** Weights of usual vessels in kilograms: a bag, a small and a large box. */
export const TARES = [0.005, 0.02, 0.05] as const

/**
 * Returns the weight without the vessel; null without a weight. Not above 0 when the vessel is at least as
 * heavy as the total.
 */
export function netWeight(gross: number | null, tare: number | null): number | null {
  return gross === null ? null : quantityToNumber((quantity(gross) - quantity(tare ?? 0)) as Quantity)
}

/** Returns the weight of several pieces of the same weight. */
export const timesWeight = (one: number, times: number): number =>
  quantityToNumber((quantity(one) * times) as Quantity)
