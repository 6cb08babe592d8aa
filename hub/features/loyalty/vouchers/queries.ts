import { and, desc, eq, inArray, max, sum } from 'drizzle-orm'
import { awaitAll } from '#hub/db/await-all.ts'
import { countRows, getRecord, type Row } from '#hub/db/records.ts'
import { giftVoucherEntries, giftVouchers } from '#hub/db/tables/gift-vouchers.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Amount } from '#shared/money/decimal.ts'

export const NOUN = 'gift voucher'

export type VoucherRow = Row<typeof giftVouchers>
export type VoucherEntryRow = typeof giftVoucherEntries.$inferSelect
export type FullVoucher = VoucherRow & {
  balance: Amount /** Time of the last entry. */
  changedAt: Date | null
}

/** Adds the balance and the time of the last entry to each voucher, keeping the order. */
export async function withBalances(tx: Tx, rows: readonly VoucherRow[]): Promise<FullVoucher[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const sums = await tx
    .select({
      voucherId: giftVoucherEntries.voucherId,
      balance: sum(giftVoucherEntries.amount).mapWith((steps) => Number(steps) as Amount),
      changedAt: max(giftVoucherEntries.at),
    })
    .from(giftVoucherEntries)
    .where(
      and(
        eq(giftVoucherEntries.organizationId, tx.organizationId),
        inArray(giftVoucherEntries.voucherId, ids),
      ),
    )
    .groupBy(giftVoucherEntries.voucherId)
  const sumOf = new Map(sums.map((each) => [each.voucherId, each]))
  return rows.map((row) => {
    const { balance = 0 as Amount, changedAt = null } = sumOf.get(row.id) ?? {}
    return { ...row, balance, changedAt }
  })
}

/** Returns the ledger entries of vouchers by voucher id. */
export async function entriesOf(
  tx: Tx,
  voucherIds: readonly string[],
): Promise<Map<string, VoucherEntryRow[]>> {
  if (voucherIds.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(giftVoucherEntries)
    .where(
      and(
        eq(giftVoucherEntries.organizationId, tx.organizationId),
        inArray(giftVoucherEntries.voucherId, [...voucherIds]),
      ),
    )
  const ledgers = Map.groupBy(rows, ({ voucherId }) => voucherId)
  return new Map(voucherIds.map((id) => [id, ledgers.get(id) ?? []]))
}

/**
 * Locks vouchers until the end of the transaction, in the order of their ids. Other changes of their balances
 * wait.
 */
export function lockVouchers(
  tx: Tx,
  column: typeof giftVouchers.id | typeof giftVouchers.numberKey,
  values: readonly string[],
): Promise<VoucherRow[]> {
  return tx
    .select()
    .from(giftVouchers)
    .where(and(eq(giftVouchers.organizationId, tx.organizationId), inArray(column, [...values])))
    .orderBy(giftVouchers.id)
    .for('no key update')
}

/** Returns a page of a voucher's ledger, newest first. */
export async function listEntries(
  tx: Tx,
  voucherId: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: VoucherEntryRow[]; total: number }> {
  await getRecord(tx, giftVouchers, NOUN, voucherId)
  const ofVoucher = and(
    eq(giftVoucherEntries.organizationId, tx.organizationId),
    eq(giftVoucherEntries.voucherId, voucherId),
  )
  const [rows, total] = await awaitAll(
    tx
      .select()
      .from(giftVoucherEntries)
      .where(ofVoucher)
      .orderBy(desc(giftVoucherEntries.at), desc(giftVoucherEntries.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    countRows(tx, giftVoucherEntries, ofVoucher),
  )
  return { rows, total }
}
