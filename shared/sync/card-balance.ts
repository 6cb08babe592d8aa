import { z } from 'zod'
import { UtcTime } from '#shared/contracts/common.ts'
import { AmountIn, AmountOut } from '#shared/money/wire.ts'

/** GET /api/pos/v1/cards/{id}: what a till asks before points pay (docs/domain.md#points-at-tills). */
export const CardBalance = z
  .object({
    balance: AmountOut.meta({ description: 'Points that can be spent now' }),
    at: UtcTime.meta({ description: 'The moment of the balance, by the clock of the hub' }),
  })
  .meta({ id: 'CardBalance' })

/** As a till reads it. */
export const ToldCardBalance = CardBalance.extend({ balance: AmountIn })
