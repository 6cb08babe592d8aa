import { z } from 'zod'
import { text } from './common.ts'
import type { TillLimits } from './till-limits.ts'

export const MAX_REASONS = 12
/** So long that a button holds it. */
const REASON_CHARACTERS = 60

const Reasons = z
  .array(text(REASON_CHARACTERS))
  .max(MAX_REASONS)
  .refine((reasons) => new Set(reasons.map((reason) => reason.toLowerCase())).size === reasons.length, {
    error: 'the same reason is listed twice',
  })

/** What a till asks a reason for. */
const PURPOSES = {
  discount: Reasons.default([]).meta({
    description: 'Another price, or a larger discount than the role gives',
  }),
  removal: Reasons.default([]).meta({
    description: 'Lines removed from a sale, a cart cleared or thrown away',
  }),
  return: Reasons.default([]).meta({ description: 'A return with no receipt, or paid back another way' }),
  cashIn: Reasons.default([]).meta({ description: 'Cash put into the drawer' }),
  cashOut: Reasons.default([]).meta({ description: 'Cash taken out of the drawer' }),
  openDrawer: Reasons.default([]).meta({ description: 'The drawer opened without a sale' }),
  cashDifference: Reasons.default([]).meta({ description: 'The drawer does not hold what it should' }),
}

/** The reasons that a till offers, by purpose, in their order. An empty list: those that it knows in its own language. */
export const TillReasons = z.object(PURPOSES).meta({ id: 'TillReasons' })
export type TillReasons = z.output<typeof TillReasons>
export const TillReasonsIn = z.strictObject(PURPOSES).meta({ id: 'TillReasonsInput' })

export type ReasonPurpose = keyof TillReasons
export const REASON_PURPOSES = Object.keys(PURPOSES) as ReasonPurpose[]

/** What a supervisor is asked a reason for, by the limit that they lift; any words do for the others. */
export const PURPOSE_OF_LIMIT: Partial<Record<keyof TillLimits, ReasonPurpose>> = {
  maxDiscountPercent: 'discount',
  allowCustomPrice: 'discount',
  allowDeleteLines: 'removal',
  allowReturnWithoutBasis: 'return',
  allowRefundOtherTender: 'return',
  allowCashIn: 'cashIn',
  allowCashOut: 'cashOut',
  allowOpenDrawer: 'openDrawer',
}
