import { z } from 'zod'

/** Rounding of a total to the smallest coin (docs/domain.md#cash-rounding). */
export const CashRounding = z.enum(['None', 'Nearest', 'Down', 'Up'])
export type CashRounding = z.infer<typeof CashRounding>
/** Scope of cash rounding. With CashOnly, other tenders are paid exactly. */
export const CashRoundingScope = z.enum(['CashOnly', 'All'])
export type CashRoundingScope = z.infer<typeof CashRoundingScope>
