import { z } from 'zod'

/**
 * Lower limit of discounted lines. Allow: a discount may take a line down to 0. Cent: it leaves 0.01 of each
 * unit (docs/domain.md#zero-lines).
 */
export const ZeroLines = z.enum(['Cent', 'Allow'])
export type ZeroLines = z.infer<typeof ZeroLines>
