import { z } from 'zod'
import { AmountOut, PercentOut, percentIn } from '#shared/money/wire.ts'

/** Description of `vatIncluded` in requests. */
export const VAT_INCLUDED =
  'true: prices include VAT. Omitted: as in the draft; for a new document as in its basis, else as in the organization'

export const VatBreakdown = z
  .array(z.object({ rate: PercentOut, base: AmountOut, vat: AmountOut }))
  .meta({ description: 'VAT by rate, the highest first; `base` excludes the tax' })

export const VatRateIn = percentIn({ min: 0, max: 100 })
