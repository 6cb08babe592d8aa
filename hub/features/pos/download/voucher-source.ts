import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { tillVouchers } from '#hub/db/tables/till-vouchers.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { DescribedVoucher } from '#hub/features/pos/vouchers/publish-vouchers.ts'
import { amountToNumber } from '#shared/money/decimal.ts'
import type { Bucket } from '#shared/sync/digest.ts'
import { limitOf, type ReplicaSource, selected } from './selection.ts'

const heldVouchers = (tx: Tx) =>
  and(eq(tillVouchers.organizationId, tx.organizationId), isNotNull(tillVouchers.body))

export const loadVouchers: ReplicaSource = async (tx, _scope, selection) => {
  const rows = await tx
    .select()
    .from(tillVouchers)
    .where(and(heldVouchers(tx), selected(tillVouchers.id, selection)))
    .orderBy(asc(tillVouchers.id))
    .limit(limitOf(selection))
  return rows.map(({ id, body, balance, countedAt }) => ({
    t: 'voucher',
    op: 'put',
    id,
    v: {
      ...(JSON.parse(body ?? '') as DescribedVoucher),
      balance: amountToNumber(balance),
      countedAt: countedAt.toISOString(),
    },
  }))
}

/** Returns the ids of all vouchers held by tills, or of those in a bucket. */
export async function listVoucherIds(tx: Tx, bucket: Bucket | null): Promise<string[]> {
  const inBucket = bucket === null ? undefined : sql`right(${tillVouchers.id}::text, 2) = ${bucket}`
  const rows = await tx
    .select({ id: tillVouchers.id })
    .from(tillVouchers)
    .where(and(heldVouchers(tx), inBucket))
  return rows.map(({ id }) => id)
}

/** Returns the ids of vouchers changed or deleted after a feed number. */
export async function listChangedVouchers(tx: Tx, since: number): Promise<string[]> {
  const rows = await tx
    .select({ id: tillVouchers.id })
    .from(tillVouchers)
    .where(and(eq(tillVouchers.organizationId, tx.organizationId), gt(tillVouchers.seq, since)))
  return rows.map(({ id }) => id)
}
