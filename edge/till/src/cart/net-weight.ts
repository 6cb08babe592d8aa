import { type Quantity, quantity, quantityToNumber } from '#shared/money/decimal.ts'

/** Kilograms of usual vessels: a bag, a small and a large box. */
export const TARES = [0.005, 0.02, 0.05] as const

/** What is left without the vessel; null where there is no weight. Not above 0: the vessel weighs more than all of it. */
export function netWeight(gross: number | null, tare: number | null): number | null {
  return gross === null ? null : quantityToNumber((quantity(gross) - quantity(tare ?? 0)) as Quantity)
}

/** What so many pieces of one weight weigh. */
export const timesWeight = (one: number, times: number): number =>
  quantityToNumber((quantity(one) * times) as Quantity)
