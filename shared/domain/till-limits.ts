import { z } from 'zod'
import { toSteps } from '#shared/money/decimal.ts'

/**
 * Limits of a role at tills besides selling; the retail point must allow the action, too
 * (docs/domain.md#limits-at-tills).
 */
const FIRST = {
  maxDiscountPercent: z
    .number()
    .min(0)
    .max(100)
    .refine((value) => toSteps(value, 2) !== undefined, { error: 'must have at most 2 decimal places' })
    .default(100)
    .meta({ description: 'Maximum discount on a line, all discounts together; 0: none' }),
  allowCustomPrice: z.boolean().default(true).meta({ description: 'They may change a price' }),
  allowDeleteLines: z
    .boolean()
    .default(true)
    .meta({ description: 'They may remove lines, reduce their quantity, or clear a sale' }),
  allowReturnWithoutBasis: z.boolean().default(true).meta({
    description: 'Allows returns without a receipt. Returns in general need the permission pos.return',
  }),
  allowCashIn: z.boolean().default(true).meta({ description: 'They may put money into the drawer' }),
  allowCashOut: z.boolean().default(true).meta({ description: 'They may take money out of the drawer' }),
  allowXReport: z.boolean().default(true).meta({ description: 'They see the sums of the open shift' }),
  allowZReport: z.boolean().default(true).meta({ description: 'They may close the shift' }),
}

/** Limits that tills know since schema 12 of the download. */
const LATER = {
  allowRefundOtherTender: z
    .boolean()
    .default(true)
    .meta({ description: 'They may refund in another way than was paid' }),
  allowOpenDrawer: z.boolean().default(true).meta({ description: 'They may open the drawer without a sale' }),
  allowTraining: z
    .boolean()
    .default(true)
    .meta({ description: 'They may put the till into training mode, in which nothing is sold' }),
}

/** Limits that tills know since schema 14 of the download. */
const OF_VOUCHERS = {
  allowLargeVouchers: z
    .boolean()
    .default(true)
    .meta({ description: 'They may sell a gift voucher for more than maxVoucherSale of the retail point' }),
}

/** Limits that tills know since schema 15 of the download. */
const OF_DEVICES = {
  allowDeviceSetup: z.boolean().default(true).meta({
    description: 'They may assign a window to a till, and set its printers',
  }),
}

const LIMITS = { ...FIRST, ...LATER, ...OF_VOUCHERS, ...OF_DEVICES }

/** Stored limits; an omitted member is allowed. */
export const TillLimits = z.object(LIMITS).meta({ id: 'TillLimits' })
export type TillLimits = z.output<typeof TillLimits>
export const TillLimitsIn = z.strictObject(LIMITS).meta({ id: 'TillLimitsInput' })

/**
 * Limits as sent to tills, in four members: tills of older schemas include the first ones as a whole in the
 * digest (shared/sync/members.ts). The order is that of the digest.
 */
export const SentLimits = z.object({
  limits: z.object(FIRST).prefault({}),
  laterLimits: z.object(LATER).prefault({}),
  voucherLimits: z.object(OF_VOUCHERS).prefault({}),
  deviceLimits: z.object(OF_DEVICES).prefault({}),
})
export type SentLimits = z.output<typeof SentLimits>

export const sentLimits = (limits: TillLimits): SentLimits =>
  SentLimits.parse({ limits, laterLimits: limits, voucherLimits: limits, deviceLimits: limits })

export const NO_LIMITS: TillLimits = TillLimits.parse({})

/** Returns the names of the limits that are stricter in `own` than in `other`. */
export function looserThan(own: TillLimits, other: TillLimits): (keyof TillLimits)[] {
  return (Object.keys(LIMITS) as (keyof TillLimits)[]).filter(
    (name) => Number(other[name]) > Number(own[name]),
  )
}
