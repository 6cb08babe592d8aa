import { z } from 'zod'
import { codeText, Id, UtcTime } from '#shared/contracts/common.ts'
import { AmountIn, AmountOut } from '#shared/money/wire.ts'

/** POST /api/pos/v1/vouchers/balance. In a body: whoever knows the number can pay, and addresses are logged. */
export const VoucherQuestion = z
  .strictObject({
    number: codeText(255).meta({ description: 'As typed or scanned: letter case and spaces do not count' }),
    saleId: Id.optional().meta({ description: 'A receipt that sold or reloaded it and is to come back' }),
  })
  .meta({ id: 'VoucherQuestion' })

export type VoucherQuestion = z.output<typeof VoucherQuestion>

export const VoucherState = z.enum(['Active', 'Blocked', 'Expired', 'Unknown'])
export type VoucherState = z.infer<typeof VoucherState>

/** What a till is told before a gift voucher pays (docs/domain.md#vouchers-at-tills). */
export const VoucherBalance = z
  .object({
    state: VoucherState,
    balance: AmountOut.meta({ description: '0 of an unknown one; below 0 when tills have taken too much' }),
    isUntouched: z.boolean().nullable().default(null).meta({
      description:
        'All that the receipt has put on it is still there; null: no receipt was named, or the hub has not got it',
    }),
    at: UtcTime.meta({ description: 'The moment of the balance, by the clock of the hub' }),
  })
  .meta({ id: 'VoucherBalance' })

/** As a till reads it. */
export const ToldVoucherBalance = VoucherBalance.extend({ balance: AmountIn })
