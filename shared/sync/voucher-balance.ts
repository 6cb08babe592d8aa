import { z } from 'zod'
import { codeText, Id, UtcTime } from '#shared/domain/fields.ts'
import { AmountIn, AmountOut } from '#shared/money/wire.ts'

/**
 * Body of POST /api/pos/v1/vouchers/balance. The number is in the body instead of the URL, because URLs are
 * logged and everybody who has the number can pay with it.
 */
export const VoucherQuestion = z
  .strictObject({
    number: codeText(255).meta({ description: 'As typed or scanned; letter case and spaces are ignored' }),
    saleId: Id.optional().meta({
      description: 'A receipt that sold or reloaded the voucher and is about to be returned',
    }),
  })
  .meta({ id: 'VoucherQuestion' })

export type VoucherQuestion = z.output<typeof VoucherQuestion>

export const VoucherState = z.enum(['Active', 'Blocked', 'Expired', 'Unknown'])
export type VoucherState = z.infer<typeof VoucherState>

/** Voucher state that a till requests before a payment with a gift voucher (docs/domain.md#vouchers-at-tills). */
export const VoucherBalance = z
  .object({
    state: VoucherState,
    balance: AmountOut.meta({
      description: '0 for an unknown voucher; below 0 when tills have taken too much',
    }),
    isUntouched: z.boolean().nullable().default(null).meta({
      description:
        'True when the whole amount that the receipt put on the voucher is still there; null: no receipt was named, or the hub does not have it',
    }),
    at: UtcTime.meta({ description: 'Time of the balance, by the clock of the hub' }),
  })
  .meta({ id: 'VoucherBalance' })

/** Voucher state as parsed by a till. */
export const VoucherBalanceIn = VoucherBalance.extend({ balance: AmountIn })
