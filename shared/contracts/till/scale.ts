import { z } from 'zod'
import { QuantityOut } from '#shared/money/wire.ts'

/**
 * What lies on the scale. `absent`: none is set up; `silent`: it says nothing; `moving`: the weight is not steady yet;
 * `overload`: more than it can weigh, or less than nothing.
 */
export const ScaleReading = z.object({
  state: z.enum(['absent', 'silent', 'moving', 'stable', 'overload']),
  /** Kilograms, as the scale shows them; null unless it is moving or stable. */
  weight: QuantityOut.nullable(),
})
export type ScaleReading = z.infer<typeof ScaleReading>
