import { foreignKey, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { VoucherEntryKind, VoucherStatus } from '#shared/contracts/loyalty/vouchers.ts'
import { amountColumn, recordColumns, timeColumn } from './columns.ts'
import { organizations } from './platform.ts'

export const giftVouchers = pgTable(
  'gift_vouchers',
  {
    ...recordColumns,
    number: text().notNull(),
    /** Number, normalized for comparison. */
    numberKey: text().notNull(),
    status: text().$type<VoucherStatus>().notNull(),
    /** Initial amount. */
    amount: amountColumn().notNull(),
    issuedAt: timeColumn().notNull(),
    issuedById: uuid(),
    blockedAt: timeColumn(),
    blockReason: text(),
    expiresAt: timeColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('gift_vouchers_number_key').on(table.organizationId, table.numberKey),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
  ],
)

/**
 * Ledger of gift vouchers. Rows are added, and never changed or deleted. The balance of a voucher is the sum
 * of its rows.
 */
export const giftVoucherEntries = pgTable(
  'gift_voucher_entries',
  {
    organizationId: uuid().notNull(),
    id: uuid().notNull(),
    voucherId: uuid().notNull(),
    saleId: uuid(),
    kind: text().$type<VoucherEntryKind>().notNull(),
    amount: amountColumn().notNull(),
    at: timeColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    foreignKey({
      columns: [table.organizationId, table.voucherId],
      foreignColumns: [giftVouchers.organizationId, giftVouchers.id],
    }).onDelete('cascade'),
    index('gift_voucher_entries_voucher_idx').on(table.organizationId, table.voucherId, table.at),
    index('gift_voucher_entries_sale_idx').on(table.organizationId, table.saleId),
  ],
)
