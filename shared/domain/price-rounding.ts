import { z } from 'zod'
import type { Amount } from '#shared/money/decimal.ts'
import { AmountOut, amountIn } from '#shared/money/wire.ts'
import { integer } from './fields.ts'

export const RoundingDirection = z.enum(['Nearest', 'Up', 'Down'])

/** Rounding step for prices, in major units on the wire. */
export const RoundTo = amountIn({ min: 0.01 }).meta({
  description: 'Step that prices are rounded to, such as 0.1 or 5',
})

/** Rounding of calculated prices (docs/domain.md#rounding-of-prices). */
export const PriceRoundingIn = z.strictObject({ rounding: RoundingDirection, roundTo: RoundTo })
export type PriceRounding = z.output<typeof PriceRoundingIn>
export const PriceRoundingOut = z.object({ rounding: RoundingDirection, roundTo: AmountOut })

/** Stored rounding in hundredths, with defaults for members added later. */
export const KeptPriceRounding = z.object({
  rounding: RoundingDirection.default('Nearest'),
  roundTo: integer(1)
    .default(1)
    .transform((steps) => steps as Amount),
})

/**
 * Default rounding of calculated prices (docs/domain.md#rounding-of-prices). A price calculated from a cost
 * is rounded up to a whole unit. A price calculated from another price keeps hundredths.
 */
export const USUAL_ROUNDING: Record<'cost' | 'price', PriceRounding> = {
  cost: { rounding: 'Up', roundTo: 100 as Amount },
  price: { rounding: 'Nearest', roundTo: 1 as Amount },
}
