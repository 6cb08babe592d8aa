import { z } from 'zod'
import { toSteps } from '#shared/money/decimal.ts'

/**
 * Limits of a role at tills, apart from selling. The retail point must also allow the action
 * (docs/domain.md#limits-at-tills).
 */
const LIMITS = {
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
  allowRefundOtherTender: z
    .boolean()
    .default(true)
    .meta({ description: 'They may refund in another way than was paid' }),
  allowOpenDrawer: z.boolean().default(true).meta({ description: 'They may open the drawer without a sale' }),
  allowTraining: z
    .boolean()
    .default(true)
    .meta({ description: 'They may put the till into training mode, in which nothing is sold' }),
  allowLargeVouchers: z
    .boolean()
    .default(true)
    .meta({ description: 'They may sell a gift voucher for more than maxVoucherSale of the retail point' }),
  allowDeviceSetup: z.boolean().default(true).meta({
    description: 'They may assign a window to a till, and set its printers',
  }),
}

/** Limits of a role as stored. An omitted limit has its default. */
export const TillLimits = z.object(LIMITS).meta({ id: 'TillLimits' })
export type TillLimits = z.output<typeof TillLimits>
export const TillLimitsIn = z.strictObject(LIMITS).meta({ id: 'TillLimitsInput' })

export const NO_LIMITS: TillLimits = TillLimits.parse({})

/** Returns the names of the limits that are stricter in `own` than in `other`. */
export function looserThan(own: TillLimits, other: TillLimits): (keyof TillLimits)[] {
  return (Object.keys(LIMITS) as (keyof TillLimits)[]).filter(
    (name) => Number(other[name]) > Number(own[name]),
  )
}
