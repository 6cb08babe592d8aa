import { and, eq } from 'drizzle-orm'
import { giftVouchers } from '#hub/db/tables/gift-vouchers.ts'
import type { Tx } from '#hub/db/transact.ts'
import { entriesOf, type FullVoucher, withBalances } from '#hub/features/loyalty/vouchers/queries.ts'
import { loadOf } from '#hub/features/loyalty/vouchers/voucher-load.ts'
import { voucherKeyOf } from '#shared/loyalty/voucher-number.ts'
import type { Amount } from '#shared/money/decimal.ts'
import type { VoucherQuestion, VoucherState } from '#shared/sync/voucher-balance.ts'

/**
 * True when the whole amount that the receipt loaded onto the voucher is unspent. Null when the receipt has
 * not arrived.
 */
async function isUntouched(tx: Tx, { id, balance }: FullVoucher, saleId: string): Promise<boolean | null> {
  const load = loadOf((await entriesOf(tx, [id])).get(id) ?? [], saleId)
  return load && balance >= load.untouched
}

/** Returns the state of the voucher with a typed or scanned number. */
export async function findBalance(
  tx: Tx,
  { number, saleId }: VoucherQuestion,
  moment: Date,
): Promise<{ state: VoucherState; balance: Amount; isUntouched: boolean | null }> {
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
  if (!voucher) return { state: 'Unknown', balance: 0 as Amount, isUntouched: null }
  const { status, expiresAt, balance } = voucher
  const isExpired = expiresAt !== null && expiresAt <= moment
  return {
    state: status === 'Blocked' ? 'Blocked' : isExpired ? 'Expired' : 'Active',
    balance,
    isUntouched: saleId ? await isUntouched(tx, voucher, saleId) : null,
  }
}
