import { z } from 'zod'

/**
 * Lower limit of a discounted line. With Allow, a discount can reduce a line to 0. With Cent, 0.01 remains
 * for each unit (docs/domain.md#zero-lines).
 */
export const ZeroLines = z.enum(['Cent', 'Allow'])
export type ZeroLines = z.infer<typeof ZeroLines>
