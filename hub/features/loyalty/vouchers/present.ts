import { presentRecord } from '#hub/http/present-record.ts'
import type { GiftVoucher, VoucherEntry } from '#shared/contracts/loyalty/vouchers.ts'
import { amountToNumber } from '#shared/money/decimal.ts'
import type { FullVoucher, VoucherEntryRow } from './queries.ts'

export function presentVoucher(voucher: FullVoucher): GiftVoucher {
  return {
    ...presentRecord(voucher),
    number: voucher.number,
    status: voucher.status,
    amount: amountToNumber(voucher.amount),
    balance: amountToNumber(voucher.balance),
    issuedAt: voucher.issuedAt.toISOString(),
    issuedById: voucher.issuedById,
    blockedAt: voucher.blockedAt?.toISOString() ?? null,
    blockReason: voucher.blockReason,
    expiresAt: voucher.expiresAt?.toISOString() ?? null,
  }
}

export function presentEntry({ id, voucherId, saleId, kind, amount, at }: VoucherEntryRow): VoucherEntry {
  return { id, voucherId, saleId, kind, amount: amountToNumber(amount), at: at.toISOString() }
}
