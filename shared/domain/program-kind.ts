import { z } from 'zod'

/** Kinds of loyalty programs (docs/domain.md#loyalty). */
export const ProgramKind = z.enum(['DiscountPercent', 'Accumulative', 'Bonus'])
export type ProgramKind = z.infer<typeof ProgramKind>
