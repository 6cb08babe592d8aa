import type { LoyaltyProgram } from '#shared/contracts/loyalty/programs.ts'
import type { Format } from '#shared/std/format.ts'

/** Returns a description of the largest benefit for a customer: a discount, or the points earned for money. */
export function giftOf(
  { kind, discountPercent, levels, earnPercent }: LoyaltyProgram,
  { percent }: Format,
): string {
  if (kind === 'Accumulative') return percent(levels.at(-1)?.percent ?? 0)
  return percent(kind === 'Bonus' ? earnPercent : discountPercent)
}
