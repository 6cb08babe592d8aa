import { z } from 'zod'
import { text } from './fields.ts'
import type { TillLimits } from './till-limits.ts'

export const MAX_REASONS = 12
/** Maximum length of a reason, in characters, so that it fits on a button. */
const REASON_CHARACTERS = 60

const Reasons = z
  .array(text(REASON_CHARACTERS))
  .max(MAX_REASONS)
  .refine((reasons) => new Set(reasons.map((reason) => reason.toLowerCase())).size === reasons.length, {
    error: 'the same reason is listed twice',
  })

/** Actions for which a till requires a reason. */
const PURPOSES = {
  discount: Reasons.default([]).meta({
    description: 'Changed price, or a discount beyond the role',
  }),
  removal: Reasons.default([]).meta({
    description: 'Lines removed from a sale, a cart cleared or discarded',
  }),
  return: Reasons.default([]).meta({
    description: 'Return without a receipt, or refunded in another tender',
  }),
  cashIn: Reasons.default([]).meta({ description: 'Cash put into the drawer' }),
  cashOut: Reasons.default([]).meta({ description: 'Cash taken out of the drawer' }),
  openDrawer: Reasons.default([]).meta({ description: 'The drawer opened without a sale' }),
  cashDifference: Reasons.default([]).meta({
    description: 'Cash in the drawer differs from the expected amount',
  }),
}

/**
 * Reasons offered by a till for each purpose, in display order. For an empty list the till offers built-in
 * reasons in its language.
 */
export const TillReasons = z.object(PURPOSES).meta({ id: 'TillReasons' })
export type TillReasons = z.output<typeof TillReasons>
export const TillReasonsIn = z.strictObject(PURPOSES).meta({ id: 'TillReasonsInput' })

export type ReasonPurpose = keyof TillReasons
export const REASON_PURPOSES = Object.keys(PURPOSES) as ReasonPurpose[]

/** Purpose of the reason that a supervisor must give, by lifted limit. Other limits accept any text. */
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
