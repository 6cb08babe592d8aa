import { z } from 'zod'
import { AmountOut, PercentOut } from '#shared/money/wire.ts'

export const VatBreakdown = z
  .array(z.object({ rate: PercentOut, base: AmountOut, vat: AmountOut }))
  .meta({ description: 'VAT by rate, the highest first; `base` is without the tax' })
