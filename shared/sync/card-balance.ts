import { z } from 'zod'
import { UtcTime } from '#shared/domain/fields.ts'
import { AmountIn, AmountOut } from '#shared/money/wire.ts'

/**
 * Response of GET /api/pos/v1/cards/{id}, which a till requests before a payment with points
 * (docs/domain.md#points-at-tills).
 */
export const CardBalance = z
  .object({
    balance: AmountOut.meta({ description: 'Points that can be spent now' }),
    at: UtcTime.meta({ description: 'Moment of the balance, by the clock of the hub' }),
  })
  .meta({ id: 'CardBalance' })

/** Card balance as parsed by a till. */
export const CardBalanceIn = CardBalance.extend({ balance: AmountIn })
