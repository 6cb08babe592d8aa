import { z } from 'zod'
import { QuantityOut } from '#shared/money/wire.ts'

/**
 * Reading of the scale. `absent`: no scale is configured. `silent`: the scale sends nothing. `moving`: the
 * weight is not steady yet. `overload`: the weight is too large or negative.
 */
export const ScaleReading = z.object({
  state: z.enum(['absent', 'silent', 'moving', 'stable', 'overload']),
  /** Weight in kilograms, as displayed by the scale. Null unless `moving` or `stable`. */
  weight: QuantityOut.nullable(),
})
export type ScaleReading = z.infer<typeof ScaleReading>
