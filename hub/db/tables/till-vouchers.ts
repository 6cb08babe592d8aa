import { sql } from 'drizzle-orm'
import { bigint, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { amountColumn, timeColumn } from './columns.ts'
import { organizations } from './platform.ts'

/**
 * Gift vouchers that tills can use offline. They are published like loyalty cards (till-cards.ts;
 * docs/sync.md#vouchers), by hub/features/pos/vouchers/publish-vouchers.ts.
 */
export const tillVouchers = pgTable(
  'till_vouchers',
  {
    organizationId: uuid().notNull(),
    /** Id of the voucher. */
    id: uuid().notNull(),
    /** ReplicaVoucher without balance and time, as JSON. Null when tills must delete the voucher. */
    body: text(),
    balance: amountColumn().notNull(),
    /** Time of the balance. */
    countedAt: timeColumn().notNull(),
    /**
     * Time when the voucher is removed from tills without another change, such as at its expiry. Null when
     * there is none.
     */
    dueAt: timeColumn(),
    seq: bigint({ mode: 'number' }),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }).onDelete('cascade'),
    index('till_vouchers_seq_idx').on(table.organizationId, table.seq),
    index('till_vouchers_due_idx').on(table.organizationId, table.dueAt).where(sql`due_at is not null`),
    index('till_vouchers_pending_idx').on(table.organizationId).where(sql`seq is null`),
  ],
)

/** Vouchers to be published. Rows are only inserted and deleted, so that no transaction has to wait. */
export const tillVoucherChanges = pgTable(
  'till_voucher_changes',
  {
    organizationId: uuid().notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    voucherId: uuid().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.id] })],
)
