import { and, eq } from 'drizzle-orm'
import { giftVouchers } from '#hub/db/tables/gift-vouchers.ts'
import type { Tx } from '#hub/db/transact.ts'
import { withBalances } from '#hub/features/loyalty/vouchers/queries.ts'
import { voucherKeyOf } from '#shared/loyalty/voucher-number.ts'
import type { Amount } from '#shared/money/decimal.ts'
import type { VoucherState } from '#shared/sync/voucher-balance.ts'

/** What a voucher is at the moment, by its number as it was typed or scanned. */
export async function tellBalance(
  tx: Tx,
  number: string,
  moment: Date,
): Promise<{ state: VoucherState; balance: Amount }> {
  const rows = await tx
    .select()
    .from(giftVouchers)
    .where(
      and(
        eq(giftVouchers.organizationId, tx.organizationId),
        eq(giftVouchers.numberKey, voucherKeyOf(number)),
      ),
    )
  const [voucher] = await withBalances(tx, rows)
  if (!voucher) return { state: 'Unknown', balance: 0 as Amount }
  const { status, expiresAt, balance } = voucher
  if (status === 'Blocked') return { state: 'Blocked', balance }
  return { state: expiresAt && expiresAt <= moment ? 'Expired' : 'Active', balance }
}
