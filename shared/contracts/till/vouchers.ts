import { z } from 'zod'
import { AmountOut, amountIn } from '#shared/money/wire.ts'
import { codeText, UtcTime } from '../common.ts'

/** A gift voucher by its number, as typed or scanned. */
export const AskVoucher = z.strictObject({ number: codeText(255) })
export type AskVoucher = z.output<typeof AskVoucher>

/** A gift voucher to be sold or reloaded; a new one gets a number of its own when none is scanned or typed. */
export const SellVoucher = z.strictObject({
  number: codeText(64).optional(),
  amount: amountIn({ above: 0 }),
  isReload: z.boolean().default(false),
})
export type SellVoucher = z.output<typeof SellVoucher>

/** A gift voucher that may pay (docs/domain.md#vouchers-at-tills). */
export const TillVoucher = z.object({
  number: z.string(),
  /** The most that it may pay now: its balance, or what the retail point allows offline. */
  maxPaid: AmountOut,
  /** As head office has told; null: it does not answer. */
  balance: AmountOut.nullable(),
  asOf: UtcTime.nullable(),
  isOnline: z.boolean(),
})
export type TillVoucher = z.infer<typeof TillVoucher>
