import { z } from 'zod'
import { QuantityOut } from '#shared/money/wire.ts'

/**
 * Reading of the scale. `absent`: none is set up; `silent`: it sends nothing; `moving`: the weight is not
 * steady yet; `overload`: the weight is too large or negative.
 */
export const ScaleReading = z.object({
  state: z.enum(['absent', 'silent', 'moving', 'stable', 'overload']),
  /** Kilograms as shown by the scale; null unless it is moving or stable. */
  weight: QuantityOut.nullable(),
})
export type ScaleReading = z.infer<typeof ScaleReading>
