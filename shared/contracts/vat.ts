import { z } from 'zod'
import { AmountOut, PercentOut } from '#shared/money/wire.ts'

/** Of a document that is saved. */
export const VAT_INCLUDED =
  'Whether prices have the VAT in them. Left out: as in the draft; in a new one as in its basis, else as the organization has it'

export const VatBreakdown = z
  .array(z.object({ rate: PercentOut, base: AmountOut, vat: AmountOut }))
  .meta({ description: 'VAT by rate, the highest first; `base` is without the tax' })
