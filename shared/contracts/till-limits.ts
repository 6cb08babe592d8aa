import { z } from 'zod'
import { toSteps } from '#shared/money/decimal.ts'

/** What a role may do at tills besides selling, as far as the retail point allows it too (docs/domain.md#limits-at-tills). */
const FIRST = {
  maxDiscountPercent: z
    .number()
    .min(0)
    .max(100)
    .refine((value) => toSteps(value, 2) !== undefined, { error: 'must have at most 2 decimal places' })
    .default(100)
    .meta({ description: 'The most that they may take off a line, all discounts together; 0: none' }),
  allowCustomPrice: z.boolean().default(true).meta({ description: 'They may change a price' }),
  allowDeleteLines: z
    .boolean()
    .default(true)
    .meta({ description: 'They may take lines off, make them smaller, or clear a sale' }),
  allowReturnWithoutBasis: z
    .boolean()
    .default(true)
    .meta({ description: 'Returns with no receipt. Returns as such: the permission pos.return' }),
  allowCashIn: z.boolean().default(true).meta({ description: 'They may put money into the drawer' }),
  allowCashOut: z.boolean().default(true).meta({ description: 'They may take money out of the drawer' }),
  allowXReport: z.boolean().default(true).meta({ description: 'They see the sums of the open shift' }),
  allowZReport: z.boolean().default(true).meta({ description: 'They may close the shift' }),
}

/** That tills know since schema 12 of the download. */
const LATER = {
  allowRefundOtherTender: z
    .boolean()
    .default(true)
    .meta({ description: 'They may give money back otherwise than it was paid' }),
  allowOpenDrawer: z.boolean().default(true).meta({ description: 'They may open the drawer without a sale' }),
  allowTraining: z
    .boolean()
    .default(true)
    .meta({ description: 'They may put the till into training mode, in which nothing is sold' }),
}

/** That tills know since schema 14 of the download. */
const OF_VOUCHERS = {
  allowLargeVouchers: z
    .boolean()
    .default(true)
    .meta({ description: 'They may sell a gift voucher for more than maxVoucherSale of the retail point' }),
}

/** That tills know since schema 15 of the download. */
const OF_DEVICES = {
  allowDeviceSetup: z.boolean().default(true).meta({
    description: 'They may say which till a window is, which printers it has and on which it prints',
  }),
}

const LIMITS = { ...FIRST, ...LATER, ...OF_VOUCHERS, ...OF_DEVICES }

/** As it is kept; what is left out is allowed. */
export const TillLimits = z.object(LIMITS).meta({ id: 'TillLimits' })
export type TillLimits = z.output<typeof TillLimits>
export const TillLimitsIn = z.strictObject(LIMITS).meta({ id: 'TillLimitsInput' })

/**
 * As tills are told them, in four members: tills of older schemas digest the first ones whole (shared/sync/members.ts). The
 * order is that of the digest.
 */
export const ToldLimits = z.object({
  limits: z.object(FIRST).prefault({}),
  laterLimits: z.object(LATER).prefault({}),
  voucherLimits: z.object(OF_VOUCHERS).prefault({}),
  deviceLimits: z.object(OF_DEVICES).prefault({}),
})
export type ToldLimits = z.output<typeof ToldLimits>

export const toldLimits = (limits: TillLimits): ToldLimits =>
  ToldLimits.parse({ limits, laterLimits: limits, voucherLimits: limits, deviceLimits: limits })

export const NO_LIMITS: TillLimits = TillLimits.parse({})

/** The names of what the first may not, or less of, and the second may. */
export function looserThan(own: TillLimits, other: TillLimits): (keyof TillLimits)[] {
  return (Object.keys(LIMITS) as (keyof TillLimits)[]).filter(
    (name) => Number(other[name]) > Number(own[name]),
  )
}
