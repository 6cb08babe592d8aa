import { and, eq, ne } from 'drizzle-orm'
import { countRows, deleteRecord, notFound, updateRecord } from '#hub/db/records.ts'
import { giftVoucherEntries, giftVouchers } from '#hub/db/tables/gift-vouchers.ts'
import type { Tx } from '#hub/db/transact.ts'
import { Problem } from '#shared/problems/problem.ts'
import { lockVouchers, NOUN, type VoucherRow } from './queries.ts'

/** Blocks the voucher. Does nothing when it is already blocked. */
export async function blockVoucher(tx: Tx, id: string, reason: string | null): Promise<void> {
  const { status } = await lockedVoucher(tx, id)
  if (status === 'Blocked') return
  await updateRecord(tx, giftVouchers, NOUN, id, undefined, {
    status: 'Blocked',
    blockedAt: new Date(),
    blockReason: reason,
  })
}

/** Unblocks the voucher. Does nothing when it is already active. */
export async function unblockVoucher(tx: Tx, id: string): Promise<void> {
  const { status } = await lockedVoucher(tx, id)
  if (status === 'Active') return
  await updateRecord(tx, giftVouchers, NOUN, id, undefined, {
    status: 'Active',
    blockedAt: null,
    blockReason: null,
  })
}

/** Deletes the voucher. Throws `voucher_used` when a receipt has changed its balance. */
export async function deleteVoucher(tx: Tx, id: string): Promise<void> {
  await lockedVoucher(tx, id)
  const entries = await countRows(
    tx,
    giftVoucherEntries,
    and(
      eq(giftVoucherEntries.organizationId, tx.organizationId),
      eq(giftVoucherEntries.voucherId, id),
      ne(giftVoucherEntries.kind, 'Issue'),
    ),
  )
  if (entries > 0)
    throw new Problem('voucher_used', {
      detail: `It is used on receipts (${entries}): block it instead`,
    })
  await deleteRecord(tx, giftVouchers, NOUN, id)
}

async function lockedVoucher(tx: Tx, id: string): Promise<VoucherRow> {
  const [row] = await lockVouchers(tx, giftVouchers.id, [id])
  if (!row) throw notFound(NOUN, id)
  return row
}
