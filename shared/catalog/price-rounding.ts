import { z } from 'zod'
import { integer } from '#shared/contracts/common.ts'
import type { Amount } from '#shared/money/decimal.ts'
import { AmountOut, amountIn } from '#shared/money/wire.ts'

export const RoundingDirection = z.enum(['Nearest', 'Up', 'Down'])

/** The step that prices are rounded to, in major units on the wire. */
export const RoundTo = amountIn({ min: 0.01 }).meta({
  description: 'The step prices are rounded to, such as 0.1 or 5',
})

/** How computed prices are rounded (docs/domain.md#rounding-of-prices). */
export const PriceRoundingIn = z.strictObject({ rounding: RoundingDirection, roundTo: RoundTo })
export type PriceRounding = z.output<typeof PriceRoundingIn>
export const PriceRoundingOut = z.object({ rounding: RoundingDirection, roundTo: AmountOut })

/** As it is kept, in whole steps of money: a member that was not there yet when it was saved has its default. */
export const KeptPriceRounding = z.object({
  rounding: RoundingDirection.default('Nearest'),
  roundTo: integer(1)
    .default(1)
    .transform((steps) => steps as Amount),
})

/**
 * The rounding of a computed price where neither its change nor the organization says (docs/domain.md#rounding-of-prices): one
 * made of a cost goes up to a whole unit, one made of a price stays as fine as money.
 */
export const USUAL_ROUNDING: Record<'cost' | 'price', PriceRounding> = {
  cost: { rounding: 'Up', roundTo: 100 as Amount },
  price: { rounding: 'Nearest', roundTo: 1 as Amount },
}
