import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { giftVouchers } from '#hub/db/tables/gift-vouchers.ts'
import { tillVouchers } from '#hub/db/tables/till-vouchers.ts'
import type { Tx } from '#hub/db/transact.ts'
import { type FullVoucher, withBalances } from '#hub/features/loyalty/vouchers/queries.ts'
import type { PublishedKind } from '#hub/features/pos/publish-records.ts'
import { ENDED_VOUCHER_DAYS, voucherTagOf } from '#shared/loyalty/voucher-tag.ts'
import type { ReplicaVoucher } from '#shared/sync/download.ts'

const ENDED_VOUCHER_MS = ENDED_VOUCHER_DAYS * 24 * 60 * 60_000

/** Gift vouchers with their balances, identified by hashes of their numbers (docs/sync.md#vouchers). */
export const PUBLISHED_VOUCHERS: PublishedKind = { kind: 'voucher', noun: 'gift vouchers', publish }

async function publish(tx: Tx, ids: string[], moment: Date): Promise<void> {
  const rows = await tx
    .select()
    .from(giftVouchers)
    .where(and(eq(giftVouchers.organizationId, tx.organizationId), inArray(giftVouchers.id, ids)))
  const vouchers = (await withBalances(tx, rows)).map((voucher) => ({
    ...voucher,
    dueAt: dueAtOf(voucher, moment),
  }))
  const held = vouchers.filter(({ dueAt }) => dueAt === null || dueAt > moment)
  await forget(tx, ids, new Set(held.map(({ id }) => id)))
  if (held.length === 0) return
  const changed = sql`(till_vouchers.body, till_vouchers.balance) IS DISTINCT FROM (excluded.body, excluded.balance)`
  await tx
    .insert(tillVouchers)
    .values(
      held.map((voucher) => ({
        organizationId: tx.organizationId,
        id: voucher.id,
        body: JSON.stringify(described(tx.organizationId, voucher)),
        balance: voucher.balance,
        countedAt: moment,
        dueAt: voucher.dueAt,
      })),
    )
    .onConflictDoUpdate({
      target: [tillVouchers.organizationId, tillVouchers.id],
      set: {
        body: sql`excluded.body`,
        balance: sql`excluded.balance`,
        dueAt: sql`excluded.due_at`,
        countedAt: sql`CASE WHEN ${changed} THEN excluded.counted_at ELSE till_vouchers.counted_at END`,
        seq: sql`CASE WHEN ${changed} THEN NULL ELSE till_vouchers.seq END`,
      },
    })
}

/**
 * Returns the time at which the voucher must be removed from tills, possibly in the past, or null when it
 * stays until it changes.
 */
function dueAtOf({ blockedAt, expiresAt, balance, changedAt }: FullVoucher, moment: Date): Date | null {
  const isEmpty = balance <= 0
  const ends = [blockedAt, expiresAt, isEmpty ? (changedAt ?? moment) : null].flatMap(
    (end) => end?.getTime() ?? [],
  )
  return ends.length === 0 ? null : new Date(Math.min(...ends) + ENDED_VOUCHER_MS)
}

async function forget(tx: Tx, ids: readonly string[], held: ReadonlySet<string>): Promise<void> {
  const gone = ids.filter((id) => !held.has(id))
  if (gone.length === 0) return
  await tx
    .update(tillVouchers)
    .set({ body: null, dueAt: null, seq: null })
    .where(
      and(
        eq(tillVouchers.organizationId, tx.organizationId),
        inArray(tillVouchers.id, gone),
        isNotNull(tillVouchers.body),
      ),
    )
}

export type DescribedVoucher = Omit<ReplicaVoucher, 'balance' | 'countedAt'>

/** The members are in schema order, because both sides hash the JSON text. */
const described = (organizationId: string, { number, status, expiresAt }: FullVoucher): DescribedVoucher => ({
  tag: voucherTagOf(organizationId, number),
  isBlocked: status === 'Blocked',
  expiresAt: expiresAt?.toISOString() ?? null,
})
