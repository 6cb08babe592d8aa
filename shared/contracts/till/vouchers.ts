import { z } from 'zod'
import { codeText, UtcTime } from '#shared/domain/fields.ts'
import { AmountOut, amountIn } from '#shared/money/wire.ts'

/** Query for a gift voucher by its typed or scanned number. */
export const AskVoucher = z.strictObject({ number: codeText(255) })
export type AskVoucher = z.output<typeof AskVoucher>

/** Gift voucher to sell or reload. A new voucher gets a generated number when none is scanned or typed. */
export const SellVoucher = z.strictObject({
  number: codeText(64).optional(),
  amount: amountIn({ above: 0 }),
  isReload: z.boolean().default(false),
})
export type SellVoucher = z.output<typeof SellVoucher>

/** Gift voucher that can be used for payment (docs/domain.md#vouchers-at-tills). */
export const TillVoucher = z.object({
  number: z.string(),
  /** Maximum payment with the voucher: its balance, or offline the limit of the retail point. */
  maxPaid: AmountOut,
  /** Balance at head office, or null when head office does not respond. */
  balance: AmountOut.nullable(),
  asOf: UtcTime.nullable(),
  isOnline: z.boolean(),
})
export type TillVoucher = z.infer<typeof TillVoucher>
